import { newId } from '../../src/common/database/uuid';
import type { CallOptions, Reply } from '../support/call';
import type { Parley } from '../support/parley';
import { anAccount } from './account';
import { anAgent } from './agent';
import { aConversation, aHandedOverConversation, type TestConversation } from './conversation';
import { aCredential } from './credential';
import { aKey } from './key';
import { aMember } from './member';
import { aWorkspace } from './workspace';

type Query = Record<string, string | number>;
/** A caller: the owner, or a member. */
export type By = { secret: string; memberId: string };

/** A workspace with an agent, and the members' operations on conversations. The owner calls them by default. */
export class ConversationDesk {
  readonly path: string;

  private constructor(
    private readonly parley: Parley,
    readonly owner: By,
    readonly workspace: { id: string },
    readonly agent: { id: string; workspaceId: string },
  ) {
    this.path = `/workspaces/${workspace.id}/inbox`;
  }

  static async open(parley: Parley): Promise<ConversationDesk> {
    const account = await anAccount(parley);
    const { secret } = await aCredential(parley, account);
    const workspace = await aWorkspace(parley, { secret });
    const { body } = await parley.call('GET', `/workspaces/${workspace.id}/members`, { token: secret });
    const agent = await anAgent(parley, workspace, { secret });
    return new ConversationDesk(parley, { secret, memberId: body.members[0].id }, workspace, agent);
  }

  call(method: string, where = '', by: { secret: string } = this.owner, options: CallOptions = {}): Promise<Reply> {
    return this.parley.call(method, this.path + where, { token: by.secret, ...options });
  }

  readonly list = (query: Query = {}, by = this.owner) => this.call('GET', '', by, { query });
  readonly get = (id: string, by = this.owner) => this.call('GET', `/${id}`, by);
  readonly update = (id: string, body: object, by = this.owner) => this.call('PATCH', `/${id}`, by, { body });
  readonly post = (id: string, what: string, body?: object, by = this.owner) =>
    this.call('POST', `/${id}/${what}`, by, { body });
  readonly messages = (id: string, query: Query = {}, by = this.owner) =>
    this.call('GET', `/${id}/messages`, by, { query });

  /** The version that a change has to name. */
  async version(id: string): Promise<number> {
    return (await this.get(id)).body.version as number;
  }

  readonly anotherAgent = () => anAgent(this.parley, this.workspace, this.owner);

  readonly conversation = (message?: string, agent = this.agent): Promise<TestConversation> =>
    aConversation(this.parley, agent, { message });

  readonly handedOver = (agent = this.agent): Promise<TestConversation> => aHandedOverConversation(this.parley, agent);

  /** What the customer says next in a conversation of the desk's own agent. */
  async say(conversationId: string, message: string): Promise<Reply> {
    const { secret } = await aKey(this.parley, this.workspace);
    const path = `/workspaces/${this.workspace.id}/agents/${this.agent.id}/chat`;
    return this.parley.call('POST', path, { token: secret, body: { message, conversationId } });
  }

  /** The id of a new label. */
  async label(name = 'Refund'): Promise<string> {
    const path = `/workspaces/${this.workspace.id}/labels`;
    return (await this.parley.call('POST', path, { token: this.owner.secret, body: { name } })).body.id as string;
  }

  /** A member who reaches these agents alone; null: all of them. */
  async member(agentIds: string[] | null = null): Promise<By> {
    const person = await anAccount(this.parley);
    const { memberId } = await aMember(this.parley, this.workspace, person, { restrictedAgentIds: agentIds });
    return { secret: (await aCredential(this.parley, person)).secret, memberId };
  }

  /** Conversations as they would be after some time, by what is special about each; their ids in the order given. */
  async insert(rows: readonly InsertedConversation[]): Promise<string[]> {
    const ids = rows.map(() => newId());
    await this.parley.database.query(
      `INSERT INTO conversations (workspace_id, id, agent_id, contact_id, channel, subject, status, handler,
         assignee_member_id, last_message_at)
       SELECT $1, id, coalesce("agentId", $2), "contactId", coalesce(channel, 'widget'), subject, coalesce(status, 'open'),
         coalesce(handler, 'agent'), "assigneeMemberId", coalesce("lastMessageAt", now())
       FROM json_to_recordset($3) AS r (id uuid, "agentId" uuid, "contactId" uuid, channel text, subject text, status text,
         handler text, "assigneeMemberId" uuid, "lastMessageAt" timestamptz)`,
      [this.workspace.id, this.agent.id, JSON.stringify(rows.map((row, n) => ({ ...row, id: ids[n] })))],
    );
    return ids;
  }
}

export interface InsertedConversation {
  agentId?: string;
  contactId?: string;
  channel?: string;
  subject?: string;
  status?: string;
  handler?: string;
  assigneeMemberId?: string;
  lastMessageAt?: string;
}

export const conversationIdsOf = ({ body }: Reply): string[] => body.conversations.map(({ id }: { id: string }) => id);
/** Status, code and the path of the first detail. */
export const refusalOf = ({ status, body }: Reply): unknown[] => [status, body.code, body.details?.[0]?.path];
