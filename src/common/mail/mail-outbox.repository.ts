import { Injectable } from '@nestjs/common';
import { Any, type QueryDeepPartialEntity } from 'typeorm';
import { UnitOfWork } from '../database/unit-of-work';
import { Erasers } from '../erasure/erasers';
import { ExpiredRows } from '../jobs/expired-rows';
import { ClaimLost, type Lease } from '../jobs/lease';
import { leasedStates, Queues } from '../jobs/queues';
import { countTakeovers } from '../jobs/takeovers';
import { NO_WORKSPACE, Turns } from '../jobs/turns';
import type { InFlight } from '../jobs/in-flight';
import { countMailAttempts } from './mail-attempts';
import { CLAIM_MAIL, RELEASE_LOST_MAILS } from './mail-outbox.sql';
import { OutboxMail } from './outbox-mail.entity';

/** A mail that this process may send until its lease ends; `attempts` has this one in it. */
export interface ClaimedMail extends Pick<OutboxMail, 'id' | 'attempts' | 'fence' | 'createdAt' | 'turnOf'> {
  message: Buffer;
}

/** The table mail_outbox. */
@Injectable()
export class MailOutboxRepository {
  private readonly turns: Turns;

  constructor(
    private readonly work: UnitOfWork,
    expired: ExpiredRows,
    queues: Queues,
    erasers: Erasers,
  ) {
    erasers.register({ step: 'contents', erase: ({ conversationIds }) => this.deleteWaiting(conversationIds) });
    expired.register({ table: 'mail_outbox', key: 'id', condition: `finished_at < now() - interval '7 days'` });
    const columns = { isQueued: `status = 'queued'`, isWorking: `status = 'sending'`, due: 'due_at' };
    queues.register({ queue: 'mails', table: 'mail_outbox', states: leasedStates(columns) });
    this.turns = new Turns(work, {
      table: 'mail_outbox t',
      of: 'turn_of',
      waiting: `status = 'queued'`,
      due: 'due_at <= statement_timestamp()',
      since: 'due_at',
      // Whoever verifies an address or has forgotten a password waits for it.
      first: NO_WORKSPACE,
    });
  }

  /** `turnOf`: the workspace that it is sent for. */
  async insert(id: string, message: Buffer, turnOf: string, about: string | null = null): Promise<void> {
    await this.work.manager.insert(OutboxMail, { id, message, turnOf, about });
  }

  /** Those that nobody has begun to send. */
  private async deleteWaiting(about: readonly string[]): Promise<void> {
    if (about.length > 0) await this.work.manager.delete(OutboxMail, { about: Any(about), status: 'queued' });
  }

  /** A mail that nobody is going to send. */
  async insertFinished(id: string): Promise<void> {
    await this.work.manager.insert(OutboxMail, { id, message: null, status: 'sent', finishedAt: () => 'now()' });
  }

  /** Mails whose senders died. `mostAttempts`: of one that was not handed over. */
  async releaseLost(mostAttempts: number): Promise<void> {
    const lost = await this.work.prepared<{ status: OutboxMail['status'] }>(RELEASE_LOST_MAILS, [mostAttempts]);
    countTakeovers('mails', lost.length);
    countMailAttempts('service', 'uncertain', lost.filter(({ status }) => status === 'uncertain').length);
  }

  /** The mail that has been due the longest, of people or of the workspace whose turn it is; null where there is none. */
  claim({ seconds }: Lease, inFlight?: InFlight): Promise<ClaimedMail | null> {
    return this.turns.take(async (turnOf) => {
      const [claimed] = await this.work.query<ClaimedMail>(CLAIM_MAIL, [seconds, turnOf]);
      return claimed ?? null;
    }, inFlight);
  }

  /** False where the claim is no longer the newest. */
  renew(claimed: ClaimedMail, { interval }: Lease): Promise<boolean> {
    return this.update(claimed, { leaseEndsAt: () => `clock_timestamp() + ${interval}` });
  }

  /**
   * Writes down that the mail may have been delivered from now on, whatever becomes of this process.
   *
   * @throws ClaimLost where the claim is no longer the newest
   */
  async handOver(claimed: ClaimedMail, { interval }: Lease): Promise<void> {
    const mine = await this.update(claimed, {
      handingOverAt: () => 'clock_timestamp()',
      leaseEndsAt: () => `clock_timestamp() + ${interval}`,
    });
    if (!mine) throw new ClaimLost();
  }

  /** Ends the mail and erases what it said. False where the claim is no longer the newest. */
  finish(claimed: ClaimedMail, status: 'sent' | 'failed' | 'uncertain'): Promise<boolean> {
    return this.update(claimed, { status, message: null, finishedAt: () => 'clock_timestamp()' });
  }

  /** There is nothing to send. False where the claim is no longer the newest. */
  async delete({ id, fence }: ClaimedMail): Promise<boolean> {
    return (await this.work.manager.delete(OutboxMail, { id, fence, status: 'sending' })).affected === 1;
  }

  /** Puts the mail back for another attempt. False where the claim is no longer the newest. */
  postpone(claimed: ClaimedMail, seconds: number): Promise<boolean> {
    return this.update(claimed, {
      status: 'queued',
      handingOverAt: null,
      dueAt: () => `clock_timestamp() + make_interval(secs => ${seconds})`,
    });
  }

  private async update({ id, fence }: ClaimedMail, change: QueryDeepPartialEntity<OutboxMail>): Promise<boolean> {
    const { affected } = await this.work.manager.update(OutboxMail, { id, fence, status: 'sending' }, change);
    return affected === 1;
  }
}
