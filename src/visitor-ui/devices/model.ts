import { type Api, Refusal } from './api';
import * as browser from './this-browser';
import type { Account, Bootstrap, Device } from './types';

/** Keys of short-lived notices in the dictionary. */
export type Notice =
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
  /** The entry of this browser in `devices`. */
  ownId: string | null;
  busy: boolean;
  notice: { what: Notice; wrong: boolean } | null;
}

const DEVICES = '/member-notifications/subscriptions';

/** The state of the page, and its actions. */
export class Model {
  state: State = {
    phase: 'loading',
    account: null,
    devices: [],
    ability: browser.ability(),
    ownId: null,
    busy: false,
    notice: null,
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

  /** Loads the account and its devices, and renews the registration of this browser. */
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
      this.set({ notice: null });
      await this.begin();
    });
  }

  /** From then on this device gets no notifications. */
  async signOut(): Promise<void> {
    await this.doing(async () => {
      await this.api.call('DELETE', '/sessions/current');
      this.set({ phase: 'signedOut', account: null, devices: [], notice: null });
    });
  }

  /** Only after a click, since it asks for permission. */
  async turnOn(): Promise<void> {
    await this.doing(async () => {
      const permitted = await browser.askPermission();
      this.set({ ability: browser.ability() });
      if (!permitted) return;
      await this.register(browser.ownName());
      this.notify('turnedOn');
    });
  }

  async test(device: Device): Promise<void> {
    await this.doing(async () => {
      const { outcome } = await this.api.call<{ outcome: string }>('POST', `${DEVICES}/${device.id}/test`);
      await this.list();
      const words: Record<string, Notice> = { accepted: 'accepted', expired: 'gone', refused: 'rejected' };
      this.notify(words[outcome] ?? 'later', outcome !== 'accepted');
    });
  }

  async update(device: Device, change: { label?: string; paused?: boolean }): Promise<void> {
    await this.doing(async () => {
      await this.api.call('PATCH', `${DEVICES}/${device.id}`, change);
      await this.list();
      if (change.label !== undefined) this.notify('renamed');
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
      this.notify('removed');
    });
  }

  /**
   * On each visit, informs the service that the subscription is in use, and subscribes a browser again if its
   * subscription is gone.
   */
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

  /** Whether the page reloads, because the account uses another language than the page. */
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
    this.set({ busy: true, notice: null });
    try {
      await work();
    } catch (error) {
      if (error instanceof Refusal && error.code === 'session_expired') this.set({ phase: 'signedOut' });
      this.notify(noticeOf(error), true);
    } finally {
      this.set({ busy: false });
    }
  }

  private notify(what: Notice, wrong = false): void {
    this.set({ notice: { what, wrong } });
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

function noticeOf(error: unknown): Notice {
  if (!(error instanceof Refusal)) return 'failed';
  const { status, code } = error;
  if (code === 'password_proof_failed') return 'wrongPassword';
  if (code === 'device_limit_reached') return 'full';
  if (status === 429) return 'tooMany';
  return status === 0 ? 'offline' : 'failed';
}
