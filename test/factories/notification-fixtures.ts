import type { NotificationEvent } from '../../src/notifications/notices/member-notification.types';
import { ReplyEvidenceService } from '../../src/inbox/replies/reply-evidence.service';
import type { Reply } from '../support/call';
import type { Parley } from '../support/parley';
import { anAccount } from './account';
import { anAgent } from './agent';
import { aConversation, aHandedOverConversation, type TestConversation } from './conversation';
import { aCredential } from './credential';
import { anErasure } from './erasure';
import { aKey } from './key';
import { aMember } from './member';
import { letSupportPass } from './support-fixtures';
import { aWorkspace } from './workspace';

export interface NotifiedMember {
  /** Of the account. */
  id: string;
  secret: string;
  memberId: string;
  email: string;
}

/** A notification, short: what it was of, how, and what became of it. */
export type NotificationRow = [event: string, channel: string, state: string, reason: string | null];

const EVENTS: readonly NotificationEvent[] = [
  'newConversation',
  'assigned',
  'customerReply',
  'slaWarning',
  'slaBreach',
];

/** A workspace whose members are notified of events. Its owner has muted all notifications. */
export class NotificationDesk {
  private constructor(
    private readonly parley: Parley,
    readonly workspace: { id: string; name: string },
    readonly owner: NotifiedMember,
    readonly agent: { id: string; workspaceId: string },
  ) {}

  static async open(parley: Parley): Promise<NotificationDesk> {
    const account = await anAccount(parley);
    const { secret } = await aCredential(parley, account);
    const workspace = await aWorkspace(parley, { secret });
    const { body } = await parley.call('GET', `/workspaces/${workspace.id}/members`, { token: secret });
    const owner = { secret, memberId: body.members[0].id as string, email: account.email, id: account.id };
    const desk = new NotificationDesk(parley, workspace, owner, await anAgent(parley, workspace, { secret }));
    await desk.prefer(owner, []);
    return desk;
  }

  /** A member who is notified of all events through these channels. */
  async member(
    channels: readonly string[] = ['email'],
    {
      agentIds = null,
      ...preferences
    }: { agentIds?: string[] | null; timezone?: string; quietHours?: object | null } = {},
  ): Promise<NotifiedMember> {
    const account = await anAccount(this.parley);
    const { memberId } = await aMember(this.parley, this.workspace, account, { restrictedAgentIds: agentIds });
    const member = {
      secret: (await aCredential(this.parley, account)).secret,
      memberId,
      email: account.email,
      id: account.id,
    };
    await this.prefer(member, channels, preferences);
    return member;
  }

  /** Of all events, or of one. */
  async prefer(
    { secret: token }: { secret: string },
    channels: readonly string[],
    {
      timezone,
      quietHours,
      only = EVENTS,
    }: { timezone?: string; quietHours?: object | null; only?: readonly string[] } = {},
  ): Promise<void> {
    const notifications = {
      ...Object.fromEntries(only.map((event) => [event, channels])),
      ...(quietHours === undefined ? {} : { quietHours }),
    };
    const body = { notifications, ...(timezone === undefined ? {} : { timezone }) };
    const { status, text } = await this.parley.call('PATCH', '/account/preferences', { token, body });
    if (status !== 200) throw new Error(text);
  }

  call(method: string, where: string, body?: object, by: { secret: string } = this.owner): Promise<Reply> {
    return this.parley.call(method, `/workspaces/${this.workspace.id}${where}`, {
      token: by.secret,
      ...(body && { body }),
    });
  }

  /** A conversation that the agent answers. */
  answered(): Promise<TestConversation> {
    return aConversation(this.parley, this.agent, {});
  }

  /** A conversation with a known customer that comes to people: its id. */
  async handedOver(user = { externalId: 'ada', name: 'Ada Lovelace' }, agent = this.agent): Promise<string> {
    return (await aHandedOverConversation(this.parley, agent, user)).id;
  }

  async say(conversationId: string, message: string): Promise<void> {
    const { secret } = await aKey(this.parley, this.workspace);
    const path = `/workspaces/${this.workspace.id}/agents/${this.agent.id}/chat`;
    const { status, text } = await this.parley.call('POST', path, { token: secret, body: { message, conversationId } });
    if (status !== 200) throw new Error(text);
  }

  async assign(conversationId: string, memberId: string | null, by: { secret: string } = this.owner): Promise<void> {
    const { version: expectedVersion } = (await this.call('GET', `/inbox/${conversationId}`)).body;
    const body = { assigneeMemberId: memberId, expectedVersion };
    const { status, text } = await this.call('PATCH', `/inbox/${conversationId}`, body, by);
    if (status !== 200) throw new Error(text);
  }

  read(conversationId: string, by: { secret: string }): Promise<Reply> {
    return this.call('POST', `/inbox/${conversationId}/read`, {}, by);
  }

  /** A member answers. The customer may not have seen it yet. */
  answer(conversationId: string, by = this.owner): Promise<Reply> {
    return this.call('POST', `/inbox/${conversationId}/messages`, { content: 'It weighs 7.3e22 kg.' }, by);
  }

  /** As if the time in which it can be undone had passed. */
  async letReplyGo(messageId: string): Promise<void> {
    await this.parley.database.query(
      `UPDATE replies SET dispatch_after_at = clock_timestamp() - interval '1 ms' WHERE workspace_id = $1 AND message_id = $2`,
      [this.workspace.id, messageId],
    );
  }

  /** A mail server reports that it could not deliver the message. */
  async bounce(messageId: string): Promise<void> {
    const of = { workspaceId: this.workspace.id, messageId, revision: null };
    const report = { smtpCode: 550, enhancedCode: '5.1.1', text: 'No such mailbox' };
    if (!(await this.parley.get(ReplyEvidenceService).bounced(of, report))) throw new Error('It had not left');
  }

  /** With its support requests. */
  async close(conversationId: string): Promise<void> {
    await this.parley.database.query(
      `UPDATE conversations SET status = 'closed', closed_at = now() WHERE workspace_id = $1 AND id = $2`,
      [this.workspace.id, conversationId],
    );
  }

  async block(conversationId: string): Promise<void> {
    const { contactId } = (await this.call('GET', `/inbox/${conversationId}`)).body;
    const { status, text } = await this.call('PATCH', `/contacts/${contactId}`, { blocked: true });
    if (status !== 200) throw new Error(text);
  }

  /** Whom the conversation is with, and it with them. */
  async erase(conversationId: string): Promise<void> {
    const { contactId } = (await this.call('GET', `/inbox/${conversationId}`)).body;
    const { status, text } = await anErasure(this.parley, this.workspace, this.owner, contactId);
    if (status !== 200) throw new Error(text);
  }

  /** Around the clock; targets in seconds. */
  async policy(targets: Record<string, number>): Promise<void> {
    const list = Object.entries(targets).map(([milestone, seconds]) => ({ milestone, seconds }));
    const { status, text } = await this.call('POST', '/sla-policies', { name: 'Policy', targets: list });
    if (status !== 201) throw new Error(text);
  }

  /** As if all clocks had run so much longer. */
  async letClocksPass(seconds: number): Promise<void> {
    await letSupportPass(this.parley, this.workspace, seconds);
  }

  /** The notifications of a member, oldest first, including those that are not sent yet. */
  async rowsFor({ memberId }: { memberId: string | null }): Promise<NotificationRow[]> {
    return this.parley.database
      .query<{ event: string; channel: string; state: string; reason: string | null }[]>(
        `SELECT event, channel, state, reason FROM member_notifications
         WHERE workspace_id = $1 AND member_id IS NOT DISTINCT FROM $2 ORDER BY id`,
        [this.workspace.id, memberId],
      )
      .then((rows) => rows.map(({ event, channel, state, reason }) => [event, channel, state, reason]));
  }

  /** As if all notifications had happened so much earlier, and what waits were due so much earlier. */
  async letPass(seconds: number): Promise<void> {
    const columns = ['due_at', 'told_at', 'told_before_at', 'finished_at', 'created_at', 'lease_ends_at'];
    const changes = columns.map((column) => `${column} = ${column} - make_interval(secs => $2)`).join(', ');
    const parameters = [this.workspace.id, seconds];
    await this.parley.database.query(`UPDATE member_notifications SET ${changes} WHERE workspace_id = $1`, parameters);
  }
}
