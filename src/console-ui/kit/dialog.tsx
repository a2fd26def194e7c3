import type { ReactNode } from 'react';
import {
  Dialog as AriaDialog,
  DialogTrigger,
  Heading,
  Modal,
  ModalOverlay,
  type ModalOverlayProps,
} from 'react-aria-components';
import { useText } from '../words/words';
import { Button } from './button';
import { IconButton } from './icon-button';

export { DialogTrigger };

interface Props extends Pick<ModalOverlayProps, 'isOpen' | 'onOpenChange'> {
  title: string;
  /** An alert waits for an answer and does not close when the reader presses beside it. */
  role?: 'dialog' | 'alertdialog';
  size?: 'small' | 'large';
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** Takes the focus, and gives it back when it closes. Inside a DialogTrigger, or with `isOpen`. */
export function Dialog({ title, role = 'dialog', size = 'small', children, ...overlay }: Props): ReactNode {
  const text = useText();
  return (
    <ModalOverlay {...overlay} className="overlay" isDismissable={role === 'dialog'}>
      <Modal className={`dialog ${size}`}>
        <AriaDialog role={role}>
          {({ close }) => (
            <>
              <header>
                <Heading slot="title">{title}</Heading>
                <IconButton icon="close" label={text('common.close')} onPress={close} />
              </header>
              {typeof children === 'function' ? children(close) : children}
            </>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface ConfirmProps extends Pick<Props, 'title' | 'isOpen' | 'onOpenChange'> {
  /** The consequence. */
  children: ReactNode;
  /** The verb on the button, such as "Remove". */
  action: string;
  onConfirm: () => void;
}

/** Before something that cannot be taken back. */
export function ConfirmDialog({ children, action, onConfirm, ...props }: ConfirmProps): ReactNode {
  const text = useText();
  return (
    <Dialog role="alertdialog" {...props}>
      {(close) => (
        <>
          <div className="dialog-text">{children}</div>
          <footer>
            <Button onPress={close}>{text('common.cancel')}</Button>
            <Button
              look="danger"
              onPress={() => {
                close();
                onConfirm();
              }}
            >
              {action}
            </Button>
          </footer>
        </>
      )}
    </Dialog>
  );
}
