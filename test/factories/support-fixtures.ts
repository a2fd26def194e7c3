import { randomUUID } from 'node:crypto';
import { ReplyEvidenceService } from '../../src/inbox/replies/reply-evidence.service';
import type { Reply } from '../support/call';
import type { Parley } from '../support/parley';
import { aConversation, aHandedOverConversation } from './conversation';
import { InboxDesk } from './inbox-fixtures';

// oxlint-disable-next-line typescript/no-explicit-any -- records as the API answers them
type Json = any;

/** Columns of time that a request consists of. */
const TIMES: Record<string, readonly string[]> = {
  messages: ['created_at', 'sent_at'],
  replies: ['sent_at', 'dispatch_after_at', 'handing_over_at'],
  conversations: ['last_message_at', 'closed_at'],
  support_requests: ['opened_at', 'state_since', 'ended_at', 'resume_at', 'due_at', 'created_at', 'updated_at'],
  support_request_history: ['occurred_at', 'recorded_at'],
  sla_clocks: [
    'started_at',
    'running_since',
    'warn_at',
    'due_at',
    'paused_at',
    'satisfied_at',
    'breached_at',
    'finished_at',
    'look_at',
  ],
  sla_milestones: ['observed_at', 'recorded_at'],
  sla_alerts: ['at'],
};

/** A workspace with policies and support requests. The author calls by default. */
export class SupportDesk {
  private constructor(
    private readonly parley: Parley,
    readonly inbox: InboxDesk,
  ) {}

  static async open(parley: Parley): Promise<SupportDesk> {
    return new SupportDesk(parley, await InboxDesk.open(parley, { undoSendSeconds: 0 }));
  }

  get path(): string {
    return `/workspaces/${this.inbox.workspace.id}`;
  }

  call(method: string, where: string, body?: object, by: { secret: string } = this.inbox.author): Promise<Reply> {
    return this.parley.call(method, this.path + where, { token: by.secret, ...(body && { body }) });
  }

  /** Targets in seconds by milestone; around the clock. */
  async policy(targets: Record<string, number | object>, more: object = {}): Promise<string> {
    const list = Object.entries(targets).map(([milestone, target]) => ({
      milestone,
      ...(typeof target === 'number' ? { seconds: target } : target),
    }));
    const body = { name: `Policy ${randomUUID()}`, targets: list, ...more };
    return this.made(await this.call('POST', '/sla-policies', body, this.inbox.admin)).id as string;
  }

  /** A new conversation, and the request that is opened for it. */
  async request(more: object = {}): Promise<Json> {
    const { id: conversationId } = await aConversation(this.parley, this.inbox.agent);
    return this.made(await this.call('POST', '/support-requests', { conversationId, ...more }));
  }

  /** The request of a conversation that the agent has handed over. */
  async handedOver(user?: { externalId: string; email?: string }): Promise<Json> {
    const { id } = await aHandedOverConversation(this.parley, this.inbox.agent, user);
    const { body } = await this.call('GET', `/inbox/${id}/support-requests/live`);
    return body.supportRequests[0];
  }

  async get(id: string): Promise<Json> {
    return (await this.call('GET', `/support-requests/${id}`)).body;
  }

  /** At its version, now. */
  async transition(id: string, transition: object, more: object = {}): Promise<Reply> {
    const { version: expectedVersion } = await this.get(id);
    const occurredAt = new Date().toISOString();
    const body = { expectedVersion, idempotencyKey: randomUUID(), reason: 'Because.', occurredAt, transition, ...more };
    return this.call('POST', `/support-requests/${id}/transitions`, body);
  }

  async history(id: string): Promise<Json[]> {
    return (await this.call('GET', `/support-requests/${id}/history`)).body.entries;
  }

  milestone(id: string, body: object): Promise<Reply> {
    const defaults = { episodeNumber: 1, milestone: 'first_response', outcome: 'accepted', replyType: 'substantive' };
    const observedAt = new Date().toISOString();
    return this.call('POST', `/support-requests/${id}/sla/milestones`, { ...defaults, observedAt, ...body });
  }

  async clock(id: string, milestone: string): Promise<Json> {
    return (await this.get(id)).sla.find((clock: { milestone: string }) => clock.milestone === milestone) ?? null;
  }

  /** Of the clock of a milestone. */
  async statusOf(id: string, milestone = 'first_response'): Promise<string | undefined> {
    return (await this.clock(id, milestone))?.status as string | undefined;
  }

  /** The notifications of a member, in the order of their events. */
  async alerts(): Promise<string[]> {
    const rows = await this.parley.database.query<{ kind: string }[]>(
      'SELECT kind FROM sla_alerts WHERE workspace_id = $1 ORDER BY at, kind DESC',
      [this.inbox.workspace.id],
    );
    return rows.map(({ kind }) => kind);
  }

  async explained(id: string, query: Record<string, string | number>): Promise<Json> {
    const path = `${this.path}/support-requests/${id}/sla/explanation`;
    return (await this.parley.call('GET', path, { token: this.inbox.author.secret, query })).body;
  }

  /** Writes to the customer; the id of the message, which waits to be sent. */
  async reply(conversationId: string, body: object = {}): Promise<string> {
    const message = { content: 'It weighs 7.3e22 kg.', ...body };
    return this.made(await this.call('POST', `/inbox/${conversationId}/messages`, message)).id as string;
  }

  /** The same, sent. */
  async replied(conversationId: string, body: object = {}): Promise<string> {
    const id = await this.reply(conversationId, body);
    await this.inbox.letPass(id);
    await this.parley.drain();
    return id;
  }

  /** A mail server reports that it could not deliver the message. */
  async bounce(messageId: string): Promise<void> {
    const of = { workspaceId: this.inbox.workspace.id, messageId, revision: null };
    const report = { smtpCode: 550, enhancedCode: '5.1.1', text: 'No such mailbox' };
    if (!(await this.parley.get(ReplyEvidenceService).bounced(of, report))) throw new Error('It had not left');
  }

  /** The customer writes by chat. */
  async say(conversationId: string, message: string): Promise<Reply> {
    return this.inbox.say(message, conversationId);
  }

  /** As if everything had happened so much earlier. */
  letPass(seconds: number): Promise<void> {
    return letSupportPass(this.parley, this.inbox.workspace, seconds);
  }

  private made({ status, body, text }: Reply): Json {
    if (status !== 201) throw new Error(`The service answered ${status}: ${text}`);
    return body;
  }
}

/**
 * As if everything about the requests of a workspace had happened so much earlier. At once: a service that runs beside must not
 * find clocks that have run and what they ran by as it was.
 */
export function letSupportPass({ database }: Parley, { id }: { id: string }, seconds: number): Promise<void> {
  return database.transaction(async (manager) => {
    for (const [table, columns] of Object.entries(TIMES)) {
      const changes = columns.map((column) => `${column} = ${column} - make_interval(secs => $2)`).join(', ');
      await manager.query(`UPDATE ${table} SET ${changes} WHERE workspace_id = $1`, [id, seconds]);
    }
    await manager.query(
      `UPDATE sla_clock_events SET event = event || jsonb_build_object('at', (event ->> 'at')::bigint - $2 * 1000)
         || CASE WHEN event ->> 'resumeAt' IS NULL THEN '{}'
              ELSE jsonb_build_object('resumeAt', (event ->> 'resumeAt')::bigint - $2 * 1000) END
         || CASE WHEN event ? 'recordedAt' THEN jsonb_build_object('recordedAt', (event ->> 'recordedAt')::bigint - $2 * 1000)
              ELSE '{}' END
         || CASE WHEN event ? 'writtenAt' THEN jsonb_build_object('writtenAt', (event ->> 'writtenAt')::bigint - $2 * 1000)
              ELSE '{}' END
       WHERE workspace_id = $1`,
      [id, seconds],
    );
  });
}
