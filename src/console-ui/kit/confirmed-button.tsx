import { type ReactNode, useState } from 'react';
import { Button } from './button';
import { ConfirmDialog } from './dialog';

interface Props {
  /** The question. */
  title: string;
  /** The verb on both buttons, such as "Remove". */
  action: string;
  isPending?: boolean;
  /** One of many in a list: the question, which names the record, is its label too. */
  isInList?: boolean;
  onConfirm: () => void;
  /** The consequence. */
  children: ReactNode;
}

/** A button for something that cannot be taken back: it asks first. */
export function ConfirmedButton({ title, action, isPending, isInList, onConfirm, children }: Props): ReactNode {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        look="danger"
        onPress={() => setAsking(true)}
        {...(isPending !== undefined && { isPending })}
        {...(isInList && { 'aria-label': title })}
      >
        {action}
      </Button>
      <ConfirmDialog isOpen={isAsking} onOpenChange={setAsking} title={title} action={action} onConfirm={onConfirm}>
        {children}
      </ConfirmDialog>
    </>
  );
}
