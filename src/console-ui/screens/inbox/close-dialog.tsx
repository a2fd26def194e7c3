import type { ReactNode } from 'react';
import { Dialog, notify } from '../../kit';
import type { Conversation } from '../../live/records';
import { useText } from '../../words/words';
import { useChanges } from './changes';
import { DispositionForm } from './disposition-form';

interface Props {
  row: Conversation;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  onClosed: () => void;
}

/** Closes a conversation and, in the same step, ends its live support requests with one disposition. */
export function CloseDialog({ row, isOpen, onOpenChange, onClosed }: Props): ReactNode {
  const text = useText();
  const change = useChanges(row);
  return (
    <Dialog title={text('inbox.closeTitle')} isOpen={isOpen} onOpenChange={onOpenChange}>
      <DispositionForm
        action={text('inbox.close')}
        onChoose={async (disposition, note) => {
          await change.close(disposition, note);
          onOpenChange(false);
          notify(text('inbox.wasClosed'), { name: text('inbox.reopen'), run: () => void change.reopen() });
          onClosed();
        }}
      />
    </Dialog>
  );
}
