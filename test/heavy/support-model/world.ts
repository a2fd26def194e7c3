import { InboundMailWork } from '../../../src/email/inbound/inbound-mail-work';
import { ReplyDispatch } from '../../../src/inbox/replies/reply-dispatch';
import type { Delivery } from '../../../src/common/mail/delivery.types';
import { RequestResumption } from '../../../src/support/request-resumption';
import { SlaSweep } from '../../../src/sla/clocks/sla-sweep';
import type { BackgroundTask } from '../../../src/common/jobs/background-runner';
import { aKey } from '../../factories/key';
import { aMail, handOver, intakeOf, MAIL_SETTINGS, replyAddressOf, fateOf, type MailFate } from '../../factories/mail';
import { SupportDesk } from '../../factories/support-fixtures';
import type { Ending } from '../../property/support-conversation-model';
import type { Reply } from '../../support/call';
import { DatabaseClock } from '../../support/database/database-clock';
import { type Parley, startParley } from '../../support/parley';
import { FakeReplyMailer, REFUSED, SENT } from '../../support/reply-mailer';

/** After all stories, so that no credential expires during one. */
const SIGNED_IN = Date.UTC(2027, 11, 31);
export const UNDO_SECONDS = 20;

const DELIVERIES: Record<Ending, Delivery> = {
  sent: SENT,
  refused: { outcome: 'refused', final: true, failure: REFUSED },
  uncertain: { outcome: 'uncertain', failure: { ...REFUSED, class: 'timeout', smtpCode: null } },
};

/** A service whose clock stands still, a desk in it, and its customers. */
export class World {
  private mails = 0;

  private constructor(
    readonly parley: Parley,
    readonly desk: SupportDesk,
    readonly clock: DatabaseClock,
    private readonly mailer: FakeReplyMailer,
    private readonly key: string,
    /** The id of a member. */
    readonly colleague: string,
  ) {}

  static async start(): Promise<World> {
    const parley = await startParley({ settings: MAIL_SETTINGS, through: DatabaseClock.stopAt(SIGNED_IN) });
    const clock = DatabaseClock.of(parley.database, SIGNED_IN);
    const desk = await SupportDesk.open(parley);
    const { author, workspace } = desk.inbox;
    const body = { undoSendSeconds: UNDO_SECONDS };
    await parley.call('PATCH', '/account/preferences', { token: author.secret, body });
    const { secret } = await aKey(parley, workspace);
    const { memberId } = await desk.inbox.member();
    return new World(parley, desk, clock, FakeReplyMailer.of(parley), secret, memberId);
  }

  get agentId(): string {
    return this.desk.inbox.agent.id;
  }

  /** As a member. */
  call(method: string, path: string, body?: object): Promise<Reply> {
    return this.desk.call(method, path, body);
  }

  /** As an administrator. */
  policies(method: string, where: string, body?: object): Promise<Reply> {
    return this.desk.call(method, `/sla-policies${where}`, body, this.desk.inbox.admin);
  }

  /** `from`: the customer’s address. */
  chat(from: string, message: string, conversationId?: string): Promise<Reply> {
    const path = `${this.desk.path}/agents/${this.agentId}/chat`;
    return this.parley.call('POST', path, {
      token: this.key,
      body: { message, user: { externalId: from, email: from }, ...(conversationId && { conversationId }) },
    });
  }

  async block(contactId: string, blocked: boolean): Promise<void> {
    const { status } = await this.desk.call('PATCH', `/contacts/${contactId}`, { blocked }, this.desk.inbox.admin);
    expect(status).toBe(200);
  }

  /** To a conversation, or to the agent. */
  async mail(
    from: string,
    { conversationId, isAutomatic }: { conversationId?: string; isAutomatic: boolean },
  ): Promise<MailFate> {
    const recipient = conversationId
      ? replyAddressOf(this.parley, conversationId)
      : intakeOf(this.parley, this.desk.inbox.agent);
    const headers: Record<string, string> = isAutomatic ? { 'Auto-Submitted': 'auto-replied' } : {};
    const mail = aMail({ from, to: recipient, headers, text: `The mail of this number: ${++this.mails}` });
    const { body } = await handOver(this.parley, mail, { recipient });
    await this.work(this.parley.get(InboundMailWork).queue);
    return fateOf(this.parley, body.inboundMailId);
  }

  /** To these agents; null: to none in particular. */
  async restrictColleague(restrictedAgentIds: string[] | null): Promise<void> {
    const path = `/members/${this.colleague}`;
    const { status } = await this.desk.call('PATCH', path, { restrictedAgentIds }, this.desk.inbox.admin);
    expect(status).toBe(200);
  }

  /** Sends what is due. */
  async dispatch(ending: Ending): Promise<void> {
    this.mailer.behave = async (_reply, handingOver) => {
      if (ending !== 'refused') await handingOver();
      return DELIVERIES[ending];
    };
    const { email, widget } = this.parley.get(ReplyDispatch).queues;
    for (const queue of [widget, email]) await this.work(queue);
  }

  resume(): Promise<void> {
    return this.work(this.parley.get(RequestResumption));
  }

  sweep(): Promise<void> {
    return this.work(this.parley.get(SlaSweep));
  }

  /** Nothing of the earlier stories comes to pass any more. */
  async begin(at: number): Promise<void> {
    const { id } = this.desk.inbox.workspace;
    const { database } = this.parley;
    await database.query('UPDATE sla_clocks SET look_at = NULL WHERE workspace_id = $1 AND look_at IS NOT NULL', [id]);
    await database.query(
      'UPDATE support_requests SET resume_at = NULL WHERE workspace_id = $1 AND resume_at IS NOT NULL',
      [id],
    );
    await database.query(`DELETE FROM replies WHERE workspace_id = $1 AND status = 'queued'`, [id]);
    await database.query('DELETE FROM sla_policies WHERE workspace_id = $1', [id]);
    await this.clock.set(at);
  }

  private async work(task: BackgroundTask): Promise<void> {
    while (await task.runOnce(new AbortController().signal)) await task.settled?.();
    await task.settled?.();
  }
}
