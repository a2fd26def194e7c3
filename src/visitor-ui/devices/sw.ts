/**
 * The parts of a service worker's environment that are used here: the compiler has the types of pages or of workers,
 * not both.
 */
interface Waiting {
  waitUntil: (work: Promise<unknown>) => void;
}
interface Surroundings {
  addEventListener: ((kind: 'install' | 'activate', listener: (event: Waiting) => void) => void) &
    ((kind: 'push', listener: (event: Waiting & { data: { json: () => unknown } | null }) => void) => void) &
    ((kind: 'notificationclick', listener: (event: Waiting & { notification: Notification }) => void) => void);
  skipWaiting: () => Promise<void>;
  registration: ServiceWorkerRegistration;
  location: Location;
  clients: {
    claim: () => Promise<void>;
    matchAll: (options: object) => Promise<{ url: string; focus: () => Promise<unknown> }[]>;
    openWindow: (address: string) => Promise<unknown>;
  };
}
const worker = self as unknown as Surroundings;

interface Notice {
  title: string;
  body?: string;
  navigate?: string;
  tag?: string;
  lang?: string;
  dir?: NotificationDirection;
}

const PAGE = '/devices';

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

/**
 * Shows each message, even if the page is open or the message is invalid: browsers end subscriptions with messages that
 * are not shown.
 */
worker.addEventListener('push', (event) => {
  const { title, body = '', navigate = PAGE, tag, lang, dir } = noticeIn(event.data);
  const options = { body, data: navigate, icon: `${PAGE}/icon-192.png`, badge: `${PAGE}/icon-192.png` };
  const grouped = tag ? { tag, renotify: true } : {};
  const written = { ...(lang && { lang }), ...(dir && { dir }) };
  event.waitUntil(worker.registration.showNotification(title, { ...options, ...grouped, ...written }));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});

/** Declarative Web Push: the notification is part of the message. */
function noticeIn(data: { json: () => unknown } | null): Notice {
  try {
    const { notification } = data!.json() as { notification: Notice };
    if (typeof notification.title === 'string' && notification.title !== '') return notification;
  } catch {
    // Invalid message: a generic notification is shown.
  }
  return { title: 'Parley' };
}

async function open(address: string): Promise<void> {
  const url = new URL(address, worker.location.origin);
  if (!/^https?:$/.test(url.protocol)) return;
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find((page) => page.url === url.href);
  await (there ? there.focus() : worker.clients.openWindow(url.href));
}
