import { Injectable } from '@nestjs/common';
import { Any, type QueryDeepPartialEntity } from 'typeorm';
import { UnitOfWork } from '../database/unit-of-work';
import { ExpiredRows } from '../jobs/expired-rows';
import { ClaimLost, type Lease } from '../jobs/lease';
import { leasedStates, Queues } from '../jobs/queues';
import { countTakeovers } from '../jobs/takeovers';
import { countMailAttempts } from './mail-attempts';
import { CLAIM_MAIL } from './mail-outbox.sql';
import { OutboxMail } from './outbox-mail.entity';

/** A mail that this process may send until its lease ends; `attempts` has this one in it. */
export interface ClaimedMail extends Pick<OutboxMail, 'id' | 'attempts' | 'fence' | 'createdAt'> {
  message: Buffer;
}

/** The table mail_outbox. */
@Injectable()
export class MailOutboxRepository {
  constructor(
    private readonly work: UnitOfWork,
    expired: ExpiredRows,
    queues: Queues,
  ) {
    expired.register({ table: 'mail_outbox', key: 'id', condition: `finished_at < now() - interval '7 days'` });
    const columns = { isQueued: `status = 'queued'`, isWorking: `status = 'sending'`, due: 'due_at' };
    queues.register({ queue: 'mails', table: 'mail_outbox', states: leasedStates(columns) });
  }

  async insert(id: string, message: Buffer, about: string | null = null): Promise<void> {
    await this.work.manager.insert(OutboxMail, { id, message, about });
  }

  /** Those that nobody has begun to send. */
  async deleteWaiting(about: readonly string[]): Promise<void> {
    await this.work.manager.delete(OutboxMail, { about: Any(about), status: 'queued' });
  }

  /** A mail that nobody is going to send. */
  async insertFinished(id: string): Promise<void> {
    await this.work.manager.insert(OutboxMail, { id, message: null, status: 'sent', finishedAt: () => 'now()' });
  }

  /** `mostAttempts`: of a mail whose sender died before it handed it over. */
  async claim({ seconds }: Lease, mostAttempts: number): Promise<ClaimedMail | null> {
    type Found = { [field in keyof ClaimedMail]: ClaimedMail[field] | null } & { lost: number; uncertain: number };
    const [found] = await this.work.query<Found>(CLAIM_MAIL, [seconds, mostAttempts]);
    if (!found) return null;
    const { lost, uncertain, ...claimed } = found;
    countTakeovers('mails', lost);
    countMailAttempts('service', 'uncertain', uncertain);
    return claimed.id === null ? null : (claimed as ClaimedMail);
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
