import type { AgentDto } from '../../src/agents/agent.dto';
import type { CallOptions, Reply } from '../support/call';
import type { Parley } from '../support/parley';
import { anAccount } from './account';
import { anAgent } from './agent';
import { aConversation } from './conversation';
import { aCredential } from './credential';
import { aKey } from './key';
import { aMember } from './member';
import { aWorkspace } from './workspace';

export interface InboxMember {
  secret: string;
  memberId: string;
}

/** A workspace with an agent, a conversation, and members who write in it. The author calls by default. */
export class InboxDesk {
  private constructor(
    private readonly parley: Parley,
    readonly workspace: { id: string },
    readonly admin: { secret: string },
    readonly agent: AgentDto,
    readonly author: InboxMember,
    readonly conversationId: string,
  ) {}

  /** `undoSendSeconds`: of the author; `email`: of the customer. */
  static async open(
    parley: Parley,
    { undoSendSeconds = 10, email = 'ann@example.com' }: { undoSendSeconds?: number; email?: string } = {},
  ): Promise<InboxDesk> {
    // On a slow machine, the time to undo what an earlier test wrote would end in the middle of this one.
    await parley.database.query(
      `UPDATE replies SET dispatch_after_at = dispatch_after_at + interval '1 day' WHERE status = 'queued'`,
    );
    const admin = await aCredential(parley, await anAccount(parley));
    const workspace = await aWorkspace(parley, admin);
    const agent = await anAgent(parley, workspace, admin);
    const person = await aMember(parley, workspace, await anAccount(parley));
    const author = { ...(await aCredential(parley, person)), memberId: person.memberId };
    const body = { undoSendSeconds };
    await parley.call('PATCH', '/account/preferences', { token: author.secret, body });
    const { id } = await aConversation(parley, agent, { user: { externalId: 'ann', email } });
    return new InboxDesk(parley, workspace, admin, agent, author, id);
  }

  async member(restrictedAgentIds: string[] | null = null): Promise<InboxMember> {
    const person = await aMember(this.parley, this.workspace, await anAccount(this.parley), { restrictedAgentIds });
    return { ...(await aCredential(this.parley, person)), memberId: person.memberId };
  }

  get path(): string {
    return `/workspaces/${this.workspace.id}/inbox/${this.conversationId}/messages`;
  }

  call(method: string, where = '', body?: object, by: { secret: string } = this.author, options: CallOptions = {}) {
    return this.parley.call(method, this.path + where, { token: by.secret, ...(body && { body }), ...options });
  }

  readonly reply = (body: object = {}, by?: { secret: string }): Promise<Reply> =>
    this.call('POST', '', { content: 'It weighs 7.3e22 kg.', ...body }, by);
  readonly get = (id: string, by?: { secret: string }): Promise<Reply> => this.call('GET', `/${id}`, undefined, by);
  readonly undo = (id: string, expectedVersion: number, by?: { secret: string }): Promise<Reply> =>
    this.call('POST', `/${id}/undo`, { expectedVersion }, by);
  readonly edit = (id: string, expectedVersion: number, content: string, by?: { secret: string }): Promise<Reply> =>
    this.call('PATCH', `/${id}`, { expectedVersion, content }, by);
  readonly retry = (id: string, expectedVersion: number, by?: { secret: string }): Promise<Reply> =>
    this.call('POST', `/${id}/retry`, { expectedVersion }, by);
  readonly settle = (id: string, expectedVersion: number, body: object = {}, by?: { secret: string }): Promise<Reply> =>
    this.call('POST', `/${id}/settle`, { expectedVersion, outcome: 'sent', reason: 'She called.', ...body }, by);

  /** The customer writes by chat. */
  async say(message: string, conversationId = this.conversationId): Promise<Reply> {
    const { secret } = await aKey(this.parley, this.workspace);
    const path = `/workspaces/${this.workspace.id}/agents/${this.agent.id}/chat`;
    const reply = await this.parley.call('POST', path, { token: secret, body: { message, conversationId } });
    if (reply.status !== 200) throw new Error(`sendChatTurn answered ${reply.status}: ${reply.text}`);
    return reply;
  }

  /** The time to undo it is over. */
  async letPass(id: string): Promise<void> {
    await this.parley.database.query(
      `UPDATE replies SET dispatch_after_at = clock_timestamp() - interval '1 ms' WHERE workspace_id = $1 AND message_id = $2`,
      [this.workspace.id, id],
    );
  }

  /** Sends it, and what became of it. */
  async dispatched(id: string): Promise<Reply> {
    await this.letPass(id);
    await this.parley.drain();
    return this.get(id);
  }

  /** The process that sends it has died. */
  async letLeaseEnd(id: string): Promise<void> {
    await this.parley.database.query(
      `UPDATE replies SET lease_ends_at = clock_timestamp() - interval '1 s' WHERE workspace_id = $1 AND message_id = $2`,
      [this.workspace.id, id],
    );
  }

  async conversation(): Promise<{ status: string; handler: string; version: number }> {
    const [row] = await this.parley.database.query<{ status: string; handler: string; version: number }[]>(
      'SELECT status, handler, version::int FROM conversations WHERE workspace_id = $1 AND id = $2',
      [this.workspace.id, this.conversationId],
    );
    return row!;
  }

  /** Types of what members have heard of since `work` began, in order. */
  async heardOf(work: () => Promise<unknown>): Promise<string[]> {
    const events = (): Promise<{ type: string }[]> =>
      this.parley.database.query('SELECT type FROM inbox_events WHERE workspace_id = $1 ORDER BY transaction_id, id', [
        this.workspace.id,
      ]);
    const { length } = await events();
    await work();
    return (await events()).slice(length).map(({ type }) => type);
  }
}
