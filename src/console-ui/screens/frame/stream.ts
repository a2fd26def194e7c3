import { API_ADDRESS } from '../../api/client';
import type { OpenStream } from '../../live/event-stream';
import type { SharedStream, TabsOfBrowser } from '../../live/shared-stream';

export const tabsOfBrowser: TabsOfBrowser = {
  channel: (name) => new BroadcastChannel(name),
  lock: (name, signal, work) => navigator.locks.request(name, { signal }, work),
};

/** Opens the events of a workspace. */
export function eventsOf(workspaceId: string): OpenStream {
  return (lastId, signal) =>
    fetch(`${API_ADDRESS}/workspaces/${workspaceId}/inbox/events`, {
      signal,
      credentials: 'same-origin',
      headers: { accept: 'text/event-stream', ...(lastId && { 'last-event-id': lastId }) },
    });
}

/** A stream that was lost tries again at once when the browser is online or its tab is looked at. Answers how to stop that. */
export function nudgeOnReturn(stream: Pick<SharedStream, 'nudge'>): () => void {
  const nudge = (): void => {
    if (document.visibilityState === 'visible') stream.nudge();
  };
  addEventListener('online', nudge);
  document.addEventListener('visibilitychange', nudge);
  return () => {
    removeEventListener('online', nudge);
    document.removeEventListener('visibilitychange', nudge);
  };
}
