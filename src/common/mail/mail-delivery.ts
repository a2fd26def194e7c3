import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/load-settings';
import type { LeasedQueue } from '../jobs/leased-queue';
import { LeasedQueues } from '../jobs/leased-queues';
import { leasedStates } from '../jobs/queues';
import { NO_WORKSPACE } from '../jobs/turns';
import { logger } from '../logging/logger';
import { deliveryFacts } from './delivery-facts';
import type { Delivery } from './delivery.types';
import { countMailAttempts } from './mail-attempts';
import { compose } from './mail-message';
import { MailOutbox } from './mail-outbox';
import { MailOutboxRepository } from './mail-outbox.repository';
import { MailTransport } from './mail-transport';
import { OutboxMail } from './outbox-mail.entity';
import { IS_ANY_MAIL_LOST } from './mail-outbox.sql';

/** Delays before the second, third … attempt, in seconds. After the last attempt the email has failed. */
export const RETRY_SECONDS: readonly number[] = [10, 60, 300, 1_800];
/** The most emails that a process sends at once. A mail server can take ten minutes to answer. */
const MOST_AT_ONCE = 4;

/** An email that this process may send until its lease ends. `attempts` includes the current one. */
export interface ClaimedMail extends Pick<OutboxMail, 'id' | 'attempts' | 'fence' | 'createdAt' | 'turnOf'> {
  message: Buffer;
}

/** Sends the emails in the outbox. An email that could have been handed over is never sent again. */
@Injectable()
export class MailDelivery {
  readonly queue: LeasedQueue<OutboxMail, ClaimedMail>;

  constructor(
    private readonly outbox: MailOutbox,
    private readonly repository: MailOutboxRepository,
    private readonly transport: MailTransport,
    private readonly settings: Settings,
    queues: LeasedQueues,
  ) {
    const isQueued = `status = 'queued'`;
    this.queue = queues.open<OutboxMail, ClaimedMail>({
      name: 'mails',
      task: 'mail-delivery',
      entity: OutboxMail,
      columns: ['message', 'createdAt'],
      leaseSeconds: 60,
      concurrency: MOST_AT_ONCE,
      work: (claimed, signal) => this.attempt(claimed, signal),
      onError: (claimed, error) => this.unsettled(claimed, error),
      beforeClaim: () => this.releaseLost(),
      isAlsoDue: IS_ANY_MAIL_LOST,
      shape: {
        turnOf: 'turnOf',
        // Users wait for emails that verify an address or reset a password.
        first: NO_WORKSPACE,
        waiting: isQueued,
        due: 'due_at <= statement_timestamp()',
        order: 'due_at, id',
        lease: 'leaseEndsAt',
        onClaim: `status = 'sending', handing_over_at = NULL`,
        isTakenOver: 'false',
        held: { status: 'sending' },
        states: leasedStates({ isQueued, isWorking: `status = 'sending'`, due: 'due_at' }),
      },
    });
  }

  private async releaseLost(): Promise<false> {
    const lost = await this.repository.releaseLost(RETRY_SECONDS.length + 1);
    this.queue.countTakeovers(lost.length);
    countMailAttempts('service', 'uncertain', lost.filter(({ status }) => status === 'uncertain').length);
    return false;
  }

  private async attempt(claimed: ClaimedMail, signal: AbortSignal): Promise<void> {
    const mail = claimed.id;
    const delivery = await this.send(claimed, signal);
    if (delivery === null) {
      logger.info({ mail, settled: await this.queue.delete(claimed) }, 'mail no longer needed');
      return;
    }
    const settled = await this.settle(claimed, delivery);
    if (settled) countMailAttempts('service', delivery.outcome);
    const facts = { mail, attempt: claimed.attempts, settled, ...deliveryFacts(delivery) };
    if (delivery.outcome === 'sent') logger.info(facts, 'mail sent');
    else logger.warn(facts, 'mail not sent');
  }

  /** The result could not be stored. After the lease has ended, the email is sent again unless it could have been handed over. */
  private unsettled({ id: mail }: ClaimedMail, error: unknown): Promise<true> {
    logger.error({ err: error, mail }, 'mail result not stored');
    return Promise.resolve(true);
  }

  /** Null if the email is no longer needed. */
  private async send(claimed: ClaimedMail, signal: AbortSignal): Promise<Delivery | null> {
    const { PUBLIC_URL, MAIL_FROM } = this.settings.values;
    const identity = {
      id: claimed.id,
      createdAt: claimed.createdAt,
      from: MAIL_FROM,
      host: new URL(PUBLIC_URL).hostname,
    };
    try {
      const opened = this.outbox.open(claimed.message);
      const written = 'write' in opened ? await opened.write(claimed.id).catch(unwritten) : opened;
      if (written === null) return null;
      const mail = await compose(written, identity);
      return await this.transport.send(mail, () => this.handOver(claimed), signal);
    } catch (error) {
      if (error instanceof NotWritten) {
        logger.warn({ err: error.cause, mail: claimed.id }, 'mail not written');
        return { outcome: 'refused', final: false, failure: NOT_WRITTEN };
      }
      // Nothing has been sent: the email was sealed with another key, or cannot be composed.
      logger.error({ err: error, mail: claimed.id }, 'mail cannot be composed');
      return { outcome: 'refused', final: true, failure: { ...NOT_WRITTEN, text: 'not composed' } };
    }
  }

  /** Records that the email can have been delivered from now on, even if this process dies. @throws ClaimLost */
  handOver(claimed: ClaimedMail): Promise<void> {
    return this.queue.proceed(claimed, { handingOverAt: () => 'clock_timestamp()' });
  }

  /** Stores the result, and erases the content unless the email is sent again. False if the claim is no longer the newest. */
  settle(claimed: ClaimedMail, delivery: Delivery): Promise<boolean> {
    const isRefused = delivery.outcome === 'refused';
    const seconds = isRefused && !delivery.final ? RETRY_SECONDS[claimed.attempts - 1] : undefined;
    if (seconds === undefined) {
      const status = isRefused ? 'failed' : delivery.outcome;
      return this.queue.update(claimed, { status, message: null, finishedAt: () => 'clock_timestamp()' });
    }
    const dueAt = (): string => `clock_timestamp() + make_interval(secs => ${seconds})`;
    return this.queue.update(claimed, { status: 'queued', handingOverAt: null, dueAt });
  }
}

const NOT_WRITTEN = { class: 'refused', smtpCode: null, enhancedCode: null, text: 'not written' } as const;

/** The writer of the email failed. Another attempt can succeed. */
class NotWritten extends Error {}

function unwritten(cause: unknown): never {
  throw new NotWritten('', { cause });
}
