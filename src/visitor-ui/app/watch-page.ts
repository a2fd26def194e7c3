import type { Chat } from '../client/chat';

/** How long a hidden page keeps its stream, in milliseconds. */
const HIDDEN_MS = 300_000;

/** Informs the chat whether the page is visible, and whether there is a network. */
export function watchPage(chat: Chat, alwaysShown: boolean): { show: (shown: boolean) => void } {
  let shown = alwaysShown;
  let rested = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const update = (): void => {
    const visible = document.visibilityState === 'visible';
    clearTimeout(timer);
    if (visible) rested = false;
    else
      timer = setTimeout(() => {
        rested = true;
        update();
      }, HIDDEN_MS);
    chat.view(shown && visible, rested ? 'never' : shown ? 'always' : 'for people');
  };
  document.addEventListener('visibilitychange', () => {
    update();
    if (document.visibilityState === 'visible') void chat.catchUp();
  });
  const network = (): void => chat.setOnline(navigator.onLine);
  addEventListener('online', network);
  addEventListener('offline', network);
  network();
  update();
  return {
    show: (now) => {
      shown = now;
      update();
    },
  };
}
