import type { Chat } from '../client/chat';

/** How long a page that nobody sees keeps its stream, in milliseconds. */
const HIDDEN_MS = 300_000;

/** Tells the chat whether it is looked at, and whether there is a network. */
export function watchPage(chat: Chat, alwaysShown: boolean): { show: (shown: boolean) => void } {
  let shown = alwaysShown;
  let rested = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tell = (): void => {
    const visible = document.visibilityState === 'visible';
    clearTimeout(timer);
    if (visible) rested = false;
    else
      timer = setTimeout(() => {
        rested = true;
        tell();
      }, HIDDEN_MS);
    chat.view(shown && visible, rested ? 'never' : shown ? 'always' : 'for people');
  };
  document.addEventListener('visibilitychange', () => {
    tell();
    if (document.visibilityState === 'visible') void chat.catchUp();
  });
  const network = (): void => chat.setOnline(navigator.onLine);
  addEventListener('online', network);
  addEventListener('offline', network);
  network();
  tell();
  return {
    show: (now) => {
      shown = now;
      tell();
    },
  };
}
