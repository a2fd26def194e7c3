import { type Api, Refusal } from './api';
import * as browser from './this-browser';
import type { Account, Bootstrap, Device } from './types';

/** What is told once, in the words of the dictionary. */
export type Telling =
  | 'accepted'
  | 'gone'
  | 'rejected'
  | 'later'
  | 'removed'
  | 'renamed'
  | 'turnedOn'
  | 'wrongPassword'
  | 'tooMany'
  | 'offline'
  | 'failed'
  | 'full';

export interface State {
  phase: 'loading' | 'signedOut' | 'unverified' | 'unreachable' | 'ready';
  account: Account | null;
  devices: Device[];
  ability: browser.Ability;
  /** The device that this browser is, of the devices above. */
  ownId: string | null;
  busy: boolean;
  told: { what: Telling; wrong: boolean } | null;
}

const DEVICES = '/member-notifications/subscriptions';

/** What the page knows and does. */
export class Model {
  state: State = {
    phase: 'loading',
    account: null,
    devices: [],
    ability: browser.ability(),
    ownId: null,
    busy: false,
    told: null,
  };
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly api: Api,
    private readonly boot: Bootstrap,
  ) {}

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Who is signed in, what they have, and that this browser is still one of it. */
  async begin(): Promise<void> {
    try {
      const account = await this.api.call<Account>('GET', '/account');
      this.set({ account });
      await this.list();
      if (await this.inOwnLanguage()) return;
      this.set({ phase: 'ready' });
      await this.renew();
    } catch (error) {
      this.set({ phase: phaseOf(error) });
    }
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.doing(async () => {
      await this.api.call('POST', '/sessions', { email, password });
      this.set({ told: null });
      await this.begin();
    });
  }

  /** From then on this device is told nothing. */
  async signOut(): Promise<void> {
    await this.doing(async () => {
      await this.api.call('DELETE', '/sessions/current');
      this.set({ phase: 'signedOut', account: null, devices: [], told: null });
    });
  }

  /** After a click. */
  async turnOn(): Promise<void> {
    await this.doing(async () => {
      const permitted = await browser.askPermission();
      this.set({ ability: browser.ability() });
      if (!permitted) return;
      await this.register(browser.ownName());
      this.tell('turnedOn');
    });
  }

  async test(device: Device): Promise<void> {
    await this.doing(async () => {
      const { outcome } = await this.api.call<{ outcome: string }>('POST', `${DEVICES}/${device.id}/test`);
      await this.list();
      const words: Record<string, Telling> = { accepted: 'accepted', expired: 'gone', refused: 'rejected' };
      this.tell(words[outcome] ?? 'later', outcome !== 'accepted');
    });
  }

  async update(device: Device, change: { label?: string; paused?: boolean }): Promise<void> {
    await this.doing(async () => {
      await this.api.call('PATCH', `${DEVICES}/${device.id}`, change);
      await this.list();
      if (change.label !== undefined) this.tell('renamed');
    });
  }

  async remove(device: Device): Promise<void> {
    await this.doing(async () => {
      const isOwn = device.id === this.state.ownId;
      await this.api.call('DELETE', `${DEVICES}/${device.id}`);
      if (isOwn) {
        browser.remember(null);
        await browser.unsubscribe().catch(() => {});
      }
      await this.list();
      this.tell('removed');
    });
  }

  /** On each visit: the service hears that the subscription is in use, and a browser whose subscription is gone gets a new one. */
  private async renew(): Promise<void> {
    const own = this.own();
    if (!own || this.state.ability !== 'able' || !browser.isPermitted()) return;
    const { status } = await this.register(own.label);
    if (status === 'expired') await this.register(own.label, own.id);
  }

  /** `insteadOf`: the device whose subscription is gone. */
  private async register(label: string, insteadOf?: string): Promise<Device> {
    const { publicKey } = await this.api.call<{ publicKey: string }>('GET', '/member-notifications/push-key');
    const subscription = await browser.subscription(publicKey, insteadOf !== undefined);
    const device = await this.api.call<Device>('POST', DEVICES, { label, subscription: subscription.toJSON() });
    const earlier = insteadOf ?? this.own()?.id;
    if (earlier !== undefined && earlier !== device.id)
      await this.api.call('DELETE', `${DEVICES}/${earlier}`).catch(() => {});
    browser.remember(device.id);
    await this.list();
    return device;
  }

  /** Whether the page is loaded anew: somebody who has chosen a language gets it here too. */
  private async inOwnLanguage(): Promise<boolean> {
    const { locale, languages, fixed } = this.boot;
    if (fixed) return false;
    const preferences = await this.api.call<{ locale: string; updatedAt: string | null }>(
      'GET',
      '/account/preferences',
    );
    const language = preferences.locale.split('-')[0]!;
    if (preferences.updatedAt === null || language === locale.split('-')[0] || !languages.includes(language))
      return false;
    location.replace(`?lang=${encodeURIComponent(preferences.locale)}`);
    return true;
  }

  private own(): Device | undefined {
    return this.state.devices.find(({ id }) => id === browser.knownAs());
  }

  private async list(): Promise<void> {
    const { devices } = await this.api.call<{ devices: Device[] }>('GET', DEVICES);
    this.set({ devices });
    this.set({ ownId: this.own()?.id ?? null });
  }

  private async doing(work: () => Promise<void>): Promise<void> {
    if (this.state.busy) return;
    this.set({ busy: true, told: null });
    try {
      await work();
    } catch (error) {
      if (error instanceof Refusal && error.code === 'session_expired') this.set({ phase: 'signedOut' });
      this.tell(tellingOf(error), true);
    } finally {
      this.set({ busy: false });
    }
  }

  private tell(what: Telling, wrong = false): void {
    this.set({ told: { what, wrong } });
  }

  private set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}

function phaseOf(error: unknown): State['phase'] {
  if (!(error instanceof Refusal)) return 'ready';
  if (error.code === 'email_not_verified') return 'unverified';
  return error.status === 401 ? 'signedOut' : 'unreachable';
}

function tellingOf(error: unknown): Telling {
  if (!(error instanceof Refusal)) return 'failed';
  const { status, code } = error;
  if (code === 'password_proof_failed') return 'wrongPassword';
  if (code === 'device_limit_reached') return 'full';
  if (status === 429) return 'tooMany';
  return status === 0 ? 'offline' : 'failed';
}
