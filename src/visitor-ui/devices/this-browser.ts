/** The notification support of this browser. `install`: only works from the home screen, as on iOS. */
export type Ability = 'able' | 'install' | 'denied' | 'unable';

/** The id that the service has for this browser's subscription. */
const KNOWN_AS = 'parley-device';
const WORKER = '/devices/sw.js';

interface TrustedPolicy {
  createScriptURL: (address: string) => string;
}

/**
 * The only address that may become a script here. The document's Content-Security-Policy names this policy and no
 * other.
 */
const policy: TrustedPolicy = (
  window as { trustedTypes?: { createPolicy: (name: string, rules: TrustedPolicy) => TrustedPolicy } }
).trustedTypes?.createPolicy('parley-devices', { createScriptURL: onlyTheWorker }) ?? {
  createScriptURL: onlyTheWorker,
};

function onlyTheWorker(address: string): string {
  if (address !== WORKER) throw new TypeError('not the service worker');
  return address;
}

export function ability(): Ability {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) {
    return isIos() && !isInstalled() ? 'install' : 'unable';
  }
  return Notification.permission === 'denied' ? 'denied' : 'able';
}

function isIos(): boolean {
  // An iPad identifies as a Mac, but Macs have no touch screen.
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  );
}

function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}

export function isPermitted(): boolean {
  return Notification.permission === 'granted';
}

/** Call it only after a click: browsers permanently block permission requests that come unexpectedly. */
export async function askPermission(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted';
}

/** The browser's subscription for this key. Replaces a subscription for another key. */
export async function subscription(publicKey: string, anew = false): Promise<PushSubscription> {
  const { pushManager } = await worker();
  const key = bytesOf(publicKey);
  const there = await pushManager.getSubscription();
  if (there && !anew && isSame(there.options.applicationServerKey, key)) return there;
  await there?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

export async function unsubscribe(): Promise<void> {
  const { pushManager } = await worker();
  await (await pushManager.getSubscription())?.unsubscribe();
}

async function worker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(policy.createScriptURL(WORKER), { scope: '/devices', updateViaCache: 'none' });
  return navigator.serviceWorker.ready;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function isSame(one: ArrayBuffer | null, other: Uint8Array): boolean {
  const bytes = one && new Uint8Array(one);
  return bytes !== null && bytes.length === other.length && bytes.every((byte, place) => byte === other[place]);
}

/** The device id of this browser. null: it has none, or storage is blocked. */
export function knownAs(): string | null {
  try {
    return localStorage.getItem(KNOWN_AS);
  } catch {
    return null;
  }
}

export function remember(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(KNOWN_AS);
    else localStorage.setItem(KNOWN_AS, id);
  } catch {
    // Registers again next time.
  }
}

/** A default name such as `Chrome · Android`. */
export function ownName(agent = navigator.userAgent): string {
  const first = (names: [RegExp, string][]): string => names.find(([pattern]) => pattern.test(agent))?.[1] ?? '';
  const browser = first([
    [/Edg/, 'Edge'],
    [/OPR|Opera/, 'Opera'],
    [/SamsungBrowser/, 'Samsung Internet'],
    [/Firefox|FxiOS/, 'Firefox'],
    [/Chrome|Chromium|CriOS/, 'Chrome'],
    [/Safari/, 'Safari'],
  ]);
  const system = first([
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/CrOS/, 'ChromeOS'],
    [/Mac/, 'Mac'],
    [/Linux/, 'Linux'],
  ]);
  return [browser, system].filter(Boolean).join(' · ') || 'Browser';
}
