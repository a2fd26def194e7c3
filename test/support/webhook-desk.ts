import { anAccount, type TestAccount } from '../factories/account';
import { aCredential, type IssuedCredential } from '../factories/credential';
import { aWebhook, type TestWebhook } from '../factories/webhook';
import { aWorkspace } from '../factories/workspace';
import type { Reply } from './call';
import { type Parley, startParley } from './parley';
import { WebhookReceiver } from './webhook-receiver';

/** A service and a receiver for a suite, and a workspace for each of its tests. */
export class WebhookDesk {
  parley!: Parley;
  receiver!: WebhookReceiver;
  owner!: TestAccount;
  admin!: IssuedCredential;
  workspace!: { id: string };

  static forSuite(): WebhookDesk {
    const desk = new WebhookDesk();
    beforeAll(() => desk.open());
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

  private async open(): Promise<void> {
    this.parley = await startParley({ settings: { FETCH_ALLOWED_HOSTS: '127.0.0.1' } });
    this.receiver = await WebhookReceiver.start();
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
