import type { BrowserContextOptions, Page } from 'playwright-core';
import { anAccount, type TestAccount } from '../../factories/account';
import { anAgent } from '../../factories/agent';
import { aCredential } from '../../factories/credential';
import { aWorkspace } from '../../factories/workspace';
import type { Visitor } from '../visitor/browser';
import { ServedConsole } from './served-console';

/** A service, and browsers in which its members have the console open. */
export class AgentsDesk extends ServedConsole {
  account: TestAccount;
  owner: { secret: string };
  workspace: { id: string };

  /** A new owner with a workspace of their own. */
  async begin(): Promise<void> {
    this.account = await anAccount(this.parley);
    this.owner = await aCredential(this.parley, this.account);
    this.workspace = await aWorkspace(this.parley, this.owner);
  }

  agent(settings: object = {}) {
    return anAgent(this.parley, this.workspace, this.owner, settings);
  }

  /** A browser in which the owner is signed in. */
  override arrive(options: BrowserContextOptions = {}): Promise<Visitor> {
    return this.arriveAs(this.account, options);
  }

  /** A browser in which this account is signed in. */
  async arriveAs(account: TestAccount, options: BrowserContextOptions = {}): Promise<Visitor> {
    const member = await super.arrive(options);
    await member.context.addCookies([{ name: 'parley_session', value: account.cookie, url: this.address }]);
    return member;
  }

  /** A screen below the workspace's address, such as `/agents`. */
  async visit(member: Visitor, path: string): Promise<Page> {
    const page = await member.context.newPage();
    await page.goto(`${this.address}/app/w/${this.workspace.id}${path}`);
    await page.locator('h1').waitFor();
    return page;
  }

  /** A conversation by email that a member has begun with a person. Its id. */
  async conversation(name: string, subject: string): Promise<string> {
    const agent = await this.agent();
    const email = `${subject.toLowerCase()}@example.com`;
    await this.call('POST', '/contacts', { name, email, agentIds: [agent.id] });
    const { body } = await this.call('POST', '/inbox', {
      ...{ agentId: agent.id, to: [email], subject, content: 'Your order is ready.' },
    });
    return (body as { conversation: { id: string } }).conversation.id;
  }

  call(method: string, path: string, body?: object) {
    return this.parley.call(method, `/workspaces/${this.workspace.id}${path}`, { token: this.owner.secret, body });
  }
}
