import { anAccount, type TestAccount } from '../factories/account';
import { aCredential, type IssuedCredential } from '../factories/credential';
import { aWebhook, type TestWebhook } from '../factories/webhook';
import { aWorkspace } from '../factories/workspace';
import type { Reply } from './call';
import { type Parley, startParley } from './parley';
import { WebhookReceiver } from './webhook-receiver';

type Settings = Record<string, string>;

/** A service and a receiver for a suite, and a workspace for each of its tests. */
export class WebhookDesk {
  parley!: Parley;
  receiver!: WebhookReceiver;
  owner!: TestAccount;
  admin!: IssuedCredential;
  workspace!: { id: string };

  /** `settings`: in addition, once the suite begins. */
  static forSuite(settings: () => Settings | Promise<Settings> = () => ({})): WebhookDesk {
    const desk = new WebhookDesk();
    beforeAll(async () => desk.open(await settings()));
    afterAll(() => desk.close());
    beforeEach(() => desk.clear());
    // Events of earlier tests must not reach the receiver later.
    afterEach(() => desk.parley.database.query('DELETE FROM webhooks'));
    return desk;
  }

  get path(): string {
    return `/workspaces/${this.workspace.id}/webhooks`;
  }

  call(method: string, path: string, body?: object): Promise<Reply> {
    return this.parley.call(method, path, { token: this.admin.secret, ...(body && { body }) });
  }

  create(body: object): Promise<Reply> {
    return this.call('POST', this.path, { url: this.receiver.url, events: ['*'], ...body });
  }

  make(input: object = {}): Promise<TestWebhook> {
    return aWebhook(this.parley, this.workspace, this.admin, { url: this.receiver.url, ...input });
  }

  private async open(settings: Settings): Promise<void> {
    this.parley = await startParley({ settings: { FETCH_ALLOWED_HOSTS: '127.0.0.1', ...settings } });
    this.receiver = await WebhookReceiver.start();
  }

  /** Makes what waits for a retry or a probe due now. */
  async skipWaits(): Promise<void> {
    const { database } = this.parley;
    await database.query('UPDATE webhook_deliveries SET next_attempt_at = now() WHERE next_attempt_at IS NOT NULL');
    await database.query(`UPDATE webhooks SET due_at = now(), resting_until = NULL WHERE state <> 'paused'`);
  }

  private async close(): Promise<void> {
    await this.parley.stop();
    await this.receiver.stop();
  }

  private async clear(): Promise<void> {
    this.owner = await anAccount(this.parley);
    this.admin = await aCredential(this.parley, this.owner);
    this.workspace = await aWorkspace(this.parley, this.admin);
    this.receiver.clear();
    this.receiver.answer(200);
  }
}
