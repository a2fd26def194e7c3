import type { ReactNode } from 'react';
import { useText } from '../words/words';
import { Dialog } from './dialog';
import { Notice } from './page';
import { CopyText } from './values';

interface Props {
  title: string;
  label: string;
  /** Null: closed. It stays in the state of the component that created it, until the reader closes the dialog. */
  secret: string | null;
  onClose: () => void;
}

/** A secret that the service shows once. It does not close when the reader presses beside it. */
export function SecretDialog({ title, label, secret, onClose }: Props): ReactNode {
  const text = useText();
  return (
    <Dialog role="alertdialog" isOpen={secret !== null} onOpenChange={(isOpen) => !isOpen && onClose()} title={title}>
      <Notice kind="warning">{text('kit.secretOnce')}</Notice>
      {secret !== null && <CopyText label={label} value={secret} />}
    </Dialog>
  );
}
