import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { anAccount, type TestAccount } from '../../factories/account';
import { type Parley, startParley } from '../../support/parley';
import { freePort } from '../../support/ports';
import { PushService, type TestSubscription } from '../../support/push-service';
import { launch, Visitor } from './browser';
import { ScriptedService } from './conversation';

/**
 * A browser that subscribes to the tests' push service: Chromium itself would ask Google's. Its subscription stays when the page is
 * loaded again, as a real one does.
 */
const PUSH_MANAGER = `(() => {
  const KEPT = 'kept-subscription';
  const shown = (kept) => ({
    options: { applicationServerKey: Uint8Array.from(kept.key).buffer },
    toJSON: () => ({ ...kept.subscription, expirationTime: null }),
    unsubscribe: async () => (localStorage.removeItem(KEPT), true),
  });
  PushManager.prototype.getSubscription = async () => {
    const kept = localStorage.getItem(KEPT);
    return kept && shown(JSON.parse(kept));
  };
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    const kept = { key: [...applicationServerKey], subscription: await subscribeAtService() };
    localStorage.setItem(KEPT, JSON.stringify(kept));
    return shown(kept);
  };
})()`;

/** A service with a push service beside it, and browsers whose owners are its members. */
export class DevicesDesk {
  account: TestAccount;
  subscriptions: TestSubscription[];

  private constructor(
    private readonly browser: Browser,
    readonly parley: Parley,
    readonly push: PushService,
    /** Only passes on what comes: the service listens at another port than the one of its address. */
    readonly service: ScriptedService,
    readonly address: string,
  ) {}

  static async open(): Promise<DevicesDesk> {
    const port = await freePort();
    const address = `http://localhost:${port}`;
    const push = await PushService.start();
    const parley = await startParley({ settings: { PUBLIC_URL: address, FETCH_ALLOWED_HOSTS: '127.0.0.1' } });
    const service = await ScriptedService.start(port, parley.url);
    service.scripted = false;
    return new DevicesDesk(await launch(), parley, push, service, address);
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.service.stop();
    await this.parley.stop();
    await this.push.stop();
  }

  /** A new user. */
  async begin(): Promise<void> {
    this.account = await anAccount(this.parley);
    this.subscriptions = [];
  }

  /** A browser of theirs, whose owner says yes when they are asked. */
  async arrive(options: BrowserContextOptions = {}): Promise<Visitor> {
    const member = await Visitor.arrive(this.browser, { permissions: ['notifications'], ...options });
    await member.context.exposeFunction('subscribeAtService', () => {
      const subscription = this.push.subscribe();
      this.subscriptions.push(subscription);
      return subscription;
    });
    await member.context.addInitScript(PUSH_MANAGER);
    return member;
  }

  async visit(member: Visitor, path = '/devices'): Promise<Page> {
    const page = await member.context.newPage();
    await page.goto(this.address + path);
    return page;
  }

  async signIn(page: Page): Promise<void> {
    await page.locator('input[type=email]').fill(this.account.email);
    await page.locator('input[type=password]').fill(this.account.password);
    await page.locator('button[type=submit]').click();
    await page.locator('#this-device').waitFor();
  }

  async turnOn(page: Page): Promise<void> {
    await page.locator('#this-device ~ button.main').click();
    await page.locator('.devices li').waitFor();
  }

  /** As the member, in another browser. */
  call(method: string, path = '', body?: object) {
    const { cookie } = this.account;
    return this.parley.call(method, `/member-notifications/subscriptions${path}`, {
      cookie,
      origin: this.address,
      body,
    });
  }

  async devices() {
    return (await this.call('GET')).body.devices;
  }
}
