import type { Browser } from '../client/live';

/** Both throw if all site data is blocked, and are missing in old browsers. Then each tab polls for itself. */
export const browser: Browser = {
  channel: (name) => new BroadcastChannel(name),
  lock: (name, signal, work) => navigator.locks.request(name, { signal }, work),
};
