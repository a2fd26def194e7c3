import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { useText } from '../words/words';
import { Icon } from './icon';

interface Message {
  text: string;
  action?: { name: string; run: () => void };
}

const queue = new ToastQueue<Message>({ maxVisibleToasts: 3 });

/** Shows the outcome of an action for some seconds, with at most one action of its own. */
export function notify(text: string, action?: Message['action']): void {
  queue.add({ text, ...(action && { action }) }, { timeout: 8_000 });
}

/** Reads a text out to users of screen readers only. A repeated text is read out again. */
export function announce(text: string, urgency: 'polite' | 'assertive' = 'polite'): void {
  const region = document.getElementById(`announce-${urgency}`);
  if (!region) return;
  region.textContent = '';
  setTimeout(() => (region.textContent = text), 50);
}

export function Toasts(): ReactNode {
  const text = useText();
  return (
    <>
      <div id="announce-polite" className="for-screen-readers" role="status" />
      <div id="announce-assertive" className="for-screen-readers" role="alert" />
      <ToastRegion queue={queue} className="toasts">
        {({ toast }) => (
          <Toast toast={toast} className="toast">
            <ToastContent>
              <Text slot="title">{toast.content.text}</Text>
            </ToastContent>
            {toast.content.action && (
              <AriaButton
                className="button quiet"
                onPress={() => {
                  toast.content.action?.run();
                  queue.close(toast.key);
                }}
              >
                {toast.content.action.name}
              </AriaButton>
            )}
            <AriaButton slot="close" aria-label={text('common.close')} className="button icon-only">
              <Icon name="close" />
            </AriaButton>
          </Toast>
        )}
      </ToastRegion>
    </>
  );
}
