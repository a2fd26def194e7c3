import type { Browser } from 'playwright-core';
import { anAgent } from '../../factories/agent';
import { aHelpDesk, type HelpDesk } from '../../factories/help-desk-fixtures';
import { type Parley, startParley } from '../../support/parley';
import { freePort } from '../../support/ports';
import { launch } from './browser';
import { ScriptedService } from './conversation';
import { Shop } from './shop';

/** One service, one shop and one browser for all that is looked at in one. */
export class Stage {
  private constructor(
    readonly parley: Parley,
    readonly desk: HelpDesk,
    /** In front of the service, at its address. */
    readonly service: ScriptedService,
    readonly shop: Shop,
    private readonly chromium: Browser | null,
    readonly address: string,
  ) {}

  /** @param browser another one than Chromium is the test's own */
  static async start({ browser = true } = {}): Promise<Stage> {
    const port = await freePort();
    const address = `http://parley.localhost:${port}`;
    // Nothing listens there: visitors are offered email, and none is sent.
    const settings = { PUBLIC_URL: address, SMTP_URL: 'smtp://127.0.0.1:9' };
    const parley = await startParley({ settings });
    const desk = await aHelpDesk(parley);
    const service = await ScriptedService.start(port, parley.url);
    const shop = await Shop.start(address, desk.agent.id);
    const stage = new Stage(parley, desk, service, shop, browser ? await launch() : null, address);
    await stage.change(desk.agent.id, {
      chatPageEnabled: true,
      supportEmail: 'help@shop.example',
      widgetConfig: {
        displayName: 'Help desk',
        suggestedPrompts: ['How do I return something?'],
        showSupportEmail: true,
      },
    });
    return stage;
  }

  async stop(): Promise<void> {
    await this.chromium?.close();
    this.shop.stop();
    this.service.stop();
    await this.parley.stop();
  }

  get browser(): Browser {
    return this.chromium!;
  }

  /** A member writes into the newest conversation, and what they wrote is on its way. */
  async reply(content: string, attachmentIds?: string[]): Promise<void> {
    const { database } = this.parley;
    const [{ id }] = await database.query(
      "SELECT id FROM conversations WHERE channel = 'widget' ORDER BY id DESC LIMIT 1",
    );
    const { status, body, text } = await this.asMember('POST', `/inbox/${id}/messages`, {
      content,
      ...(attachmentIds && { attachmentIds }),
    });
    if (status !== 201) throw new Error(`The reply was answered by ${status}: ${text}`);
    await database.query('UPDATE replies SET dispatch_after_at = now() WHERE message_id = $1', [body.id]);
    await this.parley.drain();
  }

  /** As it is at the beginning of a test. */
  begin(): void {
    this.service.begin();
    this.shop.agentId = this.desk.agent.id;
    this.shop.attributes = 'data-locale="en"';
  }

  /** Another agent, active and with a chat page. */
  async agent(settings: object): Promise<string> {
    const { id } = await anAgent(this.parley, this.desk.workspace, this.desk.admin);
    await this.change(id, { status: 'active', chatPageEnabled: true, ...settings });
    return id;
  }

  async change(agentId: string, body: object): Promise<void> {
    const { status, text } = await this.asMember('PATCH', `/agents/${agentId}`, body);
    if (status !== 200) throw new Error(`updateAgent answered ${status}: ${text}`);
  }

  asMember(method: string, path: string, body?: object): ReturnType<Parley['call']> {
    const { desk } = this;
    return this.parley.call(method, `/workspaces/${desk.workspace.id}${path}`, { token: desk.admin.secret, body });
  }
}
