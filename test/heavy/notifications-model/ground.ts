import { AccountsRepository } from '../../../src/accounts/accounts.repository';
import { newId } from '../../../src/common/database/uuid';
import { aMember } from '../../factories/member';
import { NotificationDesk } from '../../factories/notification-fixtures';
import type { Parley } from '../../support/parley';
import type { Channel, Event, ModelMember } from './model';

export type Person = ModelMember & { accountId: string; email: string };

export interface NotificationRow {
  member: string;
  event: string;
  cause: string;
  channel: string;
  state: string;
  reason: string | null;
}

/** Columns of times that a decision depends on. */
const TIMES = [
  ['messages', ['created_at']],
  ['conversations', ['last_message_at']],
  ['inbox_reads', ['read_up_to', 'read_at']],
] as const;

/** The workspace itself: what is done to it is written straight into the tables, where other tests go through the API. */
export class NotificationsGround {
  private readonly zones = new Map<string, string>();

  private constructor(
    private readonly parley: Parley,
    private readonly desk: NotificationDesk,
  ) {}

  static async open(parley: Parley): Promise<NotificationsGround> {
    return new NotificationsGround(parley, await NotificationDesk.open(parley));
  }

  get workspaceId(): string {
    return this.desk.workspace.id;
  }

  get agentId(): string {
    return this.desk.agent.id;
  }

  /** Neither members nor conversations. */
  async clear(): Promise<void> {
    await this.sql('DELETE FROM conversations WHERE workspace_id = $1');
    await this.sql(`DELETE FROM members WHERE workspace_id = $1 AND role = 'member'`);
  }

  async person(name: string): Promise<Pick<Person, 'id' | 'name' | 'accountId' | 'email'>> {
    const email = `${name}-${newId()}@example.com`;
    const accountId = await this.parley.get(AccountsRepository).insertIfNew(email, name);
    if (accountId === null) throw new Error('There is such an account');
    const { memberId: id } = await aMember(this.parley, this.desk.workspace, { id: accountId });
    return { id, name, accountId, email };
  }

  /** With a contact of its own: its id. */
  async conversation(): Promise<string> {
    const [id, contactId] = [newId(), newId()];
    await this.sql(
      `INSERT INTO contacts (workspace_id, id, name, search_text) VALUES ($1, $2, 'Ada', 'ada')`,
      contactId,
    );
    await this.sql(
      `INSERT INTO conversations (workspace_id, id, agent_id, contact_id, channel, status, handler)
       VALUES ($1, $2, $3, $4, 'widget', 'open', 'human')`,
      id,
      this.agentId,
      contactId,
    );
    return id;
  }

  async message(conversationId: string, id: string, by: 'customer' | 'human'): Promise<void> {
    await this.sql(
      `WITH said AS (
         INSERT INTO messages (workspace_id, conversation_id, id, role, channel, content, sent_at, created_at)
         SELECT workspace_id, id, $3, $4, 'widget', 'Hello?', clock_timestamp(),
           greatest(clock_timestamp(), last_message_at + interval '1 ms')
         FROM conversations WHERE workspace_id = $1 AND id = $2
         RETURNING created_at
       )
       UPDATE conversations SET last_message_at = said.created_at FROM said WHERE workspace_id = $1 AND id = $2`,
      conversationId,
      id,
      by,
    );
  }

  async read(conversationId: string, memberId: string): Promise<void> {
    await this.sql(
      `INSERT INTO inbox_reads (workspace_id, conversation_id, member_id, read_up_to, read_at)
       SELECT workspace_id, id, $3, last_message_at, clock_timestamp() FROM conversations WHERE workspace_id = $1 AND id = $2
       ON CONFLICT (workspace_id, conversation_id, member_id)
         DO UPDATE SET read_up_to = EXCLUDED.read_up_to, read_at = EXCLUDED.read_at`,
      conversationId,
      memberId,
    );
  }

  async optOut(memberId: string, event: Event): Promise<void> {
    await this.sql(
      'INSERT INTO notification_opt_outs (workspace_id, member_id, event) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      memberId,
      event,
    );
  }

  async assign(conversationId: string, memberId: string): Promise<void> {
    await this.sql(
      'UPDATE conversations SET assignee_member_id = $3 WHERE workspace_id = $1 AND id = $2',
      conversationId,
      memberId,
    );
  }

  async close(conversationId: string, isClosed: boolean): Promise<void> {
    await this.sql(
      `UPDATE conversations SET status = $3, closed_at = CASE WHEN $3 = 'closed' THEN now() END WHERE workspace_id = $1 AND id = $2`,
      conversationId,
      isClosed ? 'closed' : 'open',
    );
  }

  async block(conversationId: string, isBlocked: boolean): Promise<void> {
    await this.sql(
      `UPDATE contacts k SET blocked = $3 FROM conversations c
       WHERE c.workspace_id = $1 AND c.id = $2 AND k.workspace_id = $1 AND k.id = c.contact_id`,
      conversationId,
      isBlocked,
    );
  }

  async restrict(memberId: string, seesAgent: boolean): Promise<void> {
    if (!seesAgent) await this.unassign(memberId);
    const agentIds = seesAgent ? null : [];
    await this.sql(
      'UPDATE members SET restricted_agent_ids = $3 WHERE workspace_id = $1 AND id = $2',
      memberId,
      agentIds,
    );
  }

  async leave(memberId: string): Promise<void> {
    await this.unassign(memberId);
    await this.sql('DELETE FROM members WHERE workspace_id = $1 AND id = $2', memberId);
  }

  /** In this zone from now on, or the one before. */
  async savePreferences(
    { id, accountId, quiet, wants }: Person,
    timezone = this.zones.get(id) ?? 'UTC',
  ): Promise<void> {
    this.zones.set(id, timezone);
    const form = new Intl.DateTimeFormat('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: timezone,
    });
    await this.parley.database.query(
      `INSERT INTO account_preferences AS p (account_id, locale, timezone, theme, undo_send_seconds, new_conversation, assigned,
         customer_reply, sla_warning, sla_breach, quiet_hours_start, quiet_hours_end)
       VALUES ($1, 'en', $2, 'system', 10, $3, $4, $5, '{}', $6, $7, $8)
       ON CONFLICT (account_id) DO UPDATE SET timezone = $2, new_conversation = $3, assigned = $4, customer_reply = $5,
         sla_breach = $6, quiet_hours_start = $7, quiet_hours_end = $8`,
      [accountId, timezone, wants.newConversation, wants.assigned, wants.customerReply, wants.slaBreach].concat(
        quiet ? [form.format(quiet.start), form.format(quiet.end)] : ([null, null] as never),
      ),
    );
  }

  async letPass(seconds: number): Promise<void> {
    await this.desk.letPass(seconds);
    for (const [table, columns] of TIMES) {
      const changes = columns.map((column) => `${column} = ${column} - make_interval(secs => $2)`).join(', ');
      await this.sql(`UPDATE ${table} SET ${changes} WHERE workspace_id = $1`, seconds);
    }
  }

  rows(): Promise<NotificationRow[]> {
    return this.sql(
      'SELECT member_id AS member, event, cause, channel, state, reason FROM member_notifications WHERE workspace_id = $1',
    );
  }

  private async unassign(memberId: string): Promise<void> {
    await this.sql(
      'UPDATE conversations SET assignee_member_id = NULL WHERE workspace_id = $1 AND assignee_member_id = $2',
      memberId,
    );
  }

  /** `$1` is the workspace. */
  private sql<Row>(text: string, ...parameters: unknown[]): Promise<Row[]> {
    return this.parley.database.query<Row[]>(text, [this.workspaceId, ...parameters]);
  }
}

export function someChannels(random: () => number): Channel[] {
  return (['push', 'email'] as const).filter(() => random() < 0.7);
}

export function sorted<Row>(rows: Row[]): Row[] {
  const keyed = rows.map((row) => [JSON.stringify(row), row] as const);
  return keyed.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}
