import type { Page } from 'playwright-core';
import { anAccount, type TestAccount } from '../../factories/account';
import { aConversation, aHandedOverConversation } from '../../factories/conversation';
import { aCredential } from '../../factories/credential';
import { aKey } from '../../factories/key';
import { aMember } from '../../factories/member';
import type { Visitor } from '../visitor/browser';
import { AgentsDesk } from './agents-desk';

export interface Colleague {
  account: TestAccount;
  token: { secret: string };
}

/** A team with an agent and customers, and browsers in which its members have the inbox open. */
export class InboxDesk extends AgentsDesk {
  ofAgent: { id: string; workspaceId: string };
  private key: { secret: string };

  override async begin(): Promise<void> {
    await super.begin();
    this.ofAgent = await this.agent();
    this.key = await aKey(this.parley, this.workspace);
  }

  /** A conversation in which a customer has asked for a person. */
  async customer(name: string, externalId = name): Promise<string> {
    return (await aHandedOverConversation(this.parley, this.ofAgent, { externalId, name }, this.key)).id;
  }

  /** A conversation that the agent still has. */
  async asked(name: string): Promise<string> {
    return (await aConversation(this.parley, this.ofAgent, { user: { externalId: name, name }, key: this.key })).id;
  }

  async writes(conversationId: string, message: string): Promise<void> {
    const path = `/workspaces/${this.workspace.id}/agents/${this.ofAgent.id}/chat`;
    const { status, text } = await this.parley.call('POST', path, {
      token: this.key.secret,
      body: { message, conversationId },
    });
    if (status !== 200) throw new Error(`The customer could not write: ${status} ${text}`);
  }

  /** A conversation by email that a member has begun with a person. */
  async mailed(name: string, subject: string): Promise<string> {
    const email = `${subject.toLowerCase().replaceAll(' ', '-')}@example.com`;
    await this.call('POST', '/contacts', { name, email, agentIds: [this.ofAgent.id] });
    const { body } = await this.call('POST', '/inbox', {
      ...{ agentId: this.ofAgent.id, to: [email], subject, content: 'Your order is ready.' },
    });
    return (body as { conversation: { id: string } }).conversation.id;
  }

  async colleague(name?: string): Promise<Colleague> {
    const account = await anAccount(this.parley, { ...(name && { name }) });
    await aMember(this.parley, this.workspace, account);
    return { account, token: await aCredential(this.parley, account) };
  }

  callAs({ token }: Colleague, method: string, path: string, body?: object) {
    return this.parley.call(method, `/workspaces/${this.workspace.id}${path}`, { token: token.secret, body });
  }

  /** A conversation of the inbox, open. */
  async open(member: Visitor, id: string, view = 'all'): Promise<Page> {
    const page = await this.visit(member, `/inbox/${view}/${id}`);
    await page.getByRole('log').waitFor();
    return page;
  }

  /** What the service has of a conversation. */
  async record(
    id: string,
  ): Promise<{ status: string; version: number; assigneeMemberId: string | null; labels: { name: string }[] }> {
    return (await this.call('GET', `/inbox/${id}`)).body as never;
  }

  async texts(id: string, role = 'human'): Promise<string[]> {
    const { body } = await this.call('GET', `/inbox/${id}/messages?limit=100`);
    const { messages } = body as { messages: { role: string; content: string }[] };
    return messages
      .filter((message) => message.role === role)
      .map(({ content }) => content)
      .reverse();
  }
}
