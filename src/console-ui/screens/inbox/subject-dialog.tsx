import { type ReactNode, useState } from 'react';
import { Button, Dialog, Form, TextField } from '../../kit';
import type { Conversation } from '../../live/records';
import { useText } from '../../words/words';
import { useChanges } from './changes';

interface Props {
  row: Conversation;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** Names the conversation anew. An email that goes on with it keeps its own subject. */
export function SubjectDialog({ row, isOpen, onOpenChange }: Props): ReactNode {
  const text = useText();
  return (
    <Dialog title={text('inbox.subject')} isOpen={isOpen} onOpenChange={onOpenChange}>
      {(close) => <SubjectForm row={row} onDone={close} />}
    </Dialog>
  );
}

function SubjectForm({ row, onDone }: { row: Conversation; onDone: () => void }): ReactNode {
  const text = useText();
  const change = useChanges(row);
  const [subject, setSubject] = useState(row.subject ?? '');
  const save = async (): Promise<void> => {
    if (await change.subject(subject.trim() || null)) onDone();
  };
  return (
    <Form onSubmit={() => void save()}>
      <TextField
        label={text('inbox.subject')}
        name="subject"
        maxLength={255}
        value={subject}
        onChange={setSubject}
        autoFocus
      />
      <Button look="primary" type="submit">
        {text('common.save')}
      </Button>
    </Form>
  );
}
