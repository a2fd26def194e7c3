import { randomUUID } from 'node:crypto';
import type { Parley } from '../support/parley';
import { anAccount } from './account';
import { anAgent } from './agent';
import { aCredential, type IssuedCredential } from './credential';
import { aMail, intakeOf, type MailFate, type MailFields, replyAddressOf, takeIn } from './mail';
import { aWorkspace } from './workspace';

// oxlint-disable-next-line typescript/no-explicit-any -- rows of any table
type Row = any;

/** A new person. */
export const person = (): string => `ada-${randomUUID()}@example.com`;

/** An agent to whom people write mail, and what the database knows of it. */
export class MailDesk {
  private constructor(
    private readonly parley: Parley,
    readonly admin: IssuedCredential,
    readonly workspace: { id: string },
    readonly agent: { id: string },
  ) {}

  static async of(parley: Parley, { planId }: { planId?: string } = {}): Promise<MailDesk> {
    const admin = await aCredential(parley, await anAccount(parley));
    const workspace = await aWorkspace(parley, admin, planId === undefined ? {} : { planId });
    return new MailDesk(parley, admin, workspace, await anAgent(parley, workspace, admin));
  }

  get intake(): string {
    return intakeOf(this.parley, this.agent);
  }

  /** A conversation that a customer has begun by mail. */
  async begun(from = person()): Promise<{ id: string; from: string; mailId: string }> {
    const mailId = `<${randomUUID()}@mail.example.com>`;
    const mail = aMail({ from, headers: { 'Message-ID': mailId } });
    const { conversationId } = await takeIn(this.parley, mail, { recipient: this.intake });
    return { id: conversationId!, from, mailId };
  }

  /** A mail to the address of a conversation. */
  answer(id: string, fields: MailFields): Promise<MailFate> {
    const recipient = replyAddressOf(this.parley, id);
    return takeIn(this.parley, aMail({ to: recipient, ...fields }), { recipient });
  }

  rows(sql: string, id: string | null): Promise<Row[]> {
    return this.parley.database.query<Row[]>(sql, [id]);
  }

  async conversation(id: string | null): Promise<Row> {
    return (await this.rows('SELECT * FROM conversations WHERE id = $1', id))[0];
  }

  messages(id: string | null): Promise<Row[]> {
    return this.rows('SELECT * FROM messages WHERE conversation_id = $1 ORDER BY id', id);
  }

  requests(id: string | null): Promise<Row[]> {
    return this.rows('SELECT * FROM support_requests WHERE conversation_id = $1', id);
  }

  /** Ends what is live in a conversation. */
  async endRequests(id: string): Promise<void> {
    for (const request of await this.requests(id)) {
      const path = `/workspaces/${this.workspace.id}/support-requests/${request.id}/transitions`;
      const body = {
        expectedVersion: Number(request.version),
        transition: { kind: 'end', disposition: 'resolved' },
        idempotencyKey: 'end',
        reason: 'Done.',
        occurredAt: new Date().toISOString(),
      };
      const { status, text } = await this.parley.call('POST', path, { token: this.admin.secret, body });
      if (status !== 200) throw new Error(`transitionSupportRequest answered ${status}: ${text}`);
    }
  }

  async replyStatus(id: string): Promise<string> {
    return (await this.rows('SELECT status FROM replies WHERE message_id = $1', id))[0].status as string;
  }

  async change(id: string | null, to: string): Promise<void> {
    await this.rows(`UPDATE conversations SET ${to} WHERE id = $1`, id);
  }
}
