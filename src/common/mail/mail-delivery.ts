import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/load-settings';
import { type BackgroundTask, BackgroundRunner } from '../jobs/background-runner';
import { Lease } from '../jobs/lease';
import { InFlight } from '../jobs/in-flight';
import { logger } from '../logging/logger';
import { deliveryFacts } from './delivery-facts';
import type { Delivery } from './delivery.types';
import { countMailAttempts } from './mail-attempts';
import { compose } from './mail-message';
import { MailOutbox } from './mail-outbox';
import { type ClaimedMail, MailOutboxRepository } from './mail-outbox.repository';
import { MailTransport } from './mail-transport';

/** Waits before the second, third … attempt, in seconds; after the last one the mail has failed. */
export const RETRY_SECONDS: readonly number[] = [10, 60, 300, 1_800];
const LEASE = new Lease(60);
/** Of one process, since a mail server may take ten minutes for its answer. */
const MOST_AT_ONCE = 4;

/** Sends what waits in the outbox. A mail that may have been handed over is never sent a second time. */
@Injectable()
export class MailDelivery implements BackgroundTask {
  readonly name = 'mail-delivery';
  readonly idleMs = 1_000;
  private readonly inFlight = new InFlight(MOST_AT_ONCE);

  constructor(
    private readonly outbox: MailOutbox,
    private readonly repository: MailOutboxRepository,
    private readonly transport: MailTransport,
    private readonly settings: Settings,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  /** Begins to send one mail, and returns before it is sent. */
  async runOnce(signal: AbortSignal): Promise<boolean> {
    await this.inFlight.room();
    if (signal.aborted) return false;
    await this.repository.releaseLost(RETRY_SECONDS.length + 1);
    const claimed = await this.repository.claim(LEASE, this.inFlight);
    if (!claimed) return false;
    this.inFlight.add(this.attempt(claimed, signal), claimed.turnOf);
    return true;
  }

  get roomAgain(): Promise<void> | null {
    return this.inFlight.roomAgain;
  }

  settled(): Promise<void> {
    return this.inFlight.settled();
  }

  private async attempt(claimed: ClaimedMail, signal: AbortSignal): Promise<void> {
    const mail = claimed.id;
    try {
      await LEASE.whileHolding(
        () => this.repository.renew(claimed, LEASE),
        async () => {
          const delivery = await this.send(claimed, signal);
          if (delivery === null) {
            logger.info({ mail, settled: await this.repository.delete(claimed) }, 'mail not needed any more');
            return;
          }
          const settled = await this.settle(claimed, delivery);
          if (settled) countMailAttempts('service', delivery.outcome);
          const facts = { mail, attempt: claimed.attempts, settled, ...deliveryFacts(delivery) };
          if (delivery.outcome === 'sent') logger.info(facts, 'mail sent');
          else logger.warn(facts, 'mail not sent');
        },
      );
    } catch (error) {
      // What becomes of it is decided when the lease has ended, by whether it may have been handed over.
      logger.error({ err: error, mail }, 'mail not settled');
    }
  }

  /** Null: there is nothing to say any more. */
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
      return await this.transport.send(mail, () => this.repository.handOver(claimed, LEASE), signal);
    } catch (error) {
      if (error instanceof NotWritten) {
        logger.warn({ err: error.cause, mail: claimed.id }, 'mail not written');
        return { outcome: 'refused', final: false, failure: NOT_WRITTEN };
      }
      // Nothing was sent yet: it was sealed with another key, or cannot be written as a message.
      logger.error({ err: error, mail: claimed.id }, 'mail cannot be composed');
      return { outcome: 'refused', final: true, failure: { ...NOT_WRITTEN, text: 'not composed' } };
    }
  }

  private settle(claimed: ClaimedMail, delivery: Delivery): Promise<boolean> {
    if (delivery.outcome !== 'refused') return this.repository.finish(claimed, delivery.outcome);
    const wait = delivery.final ? undefined : RETRY_SECONDS[claimed.attempts - 1];
    return wait === undefined ? this.repository.finish(claimed, 'failed') : this.repository.postpone(claimed, wait);
  }
}

const NOT_WRITTEN = { class: 'refused', smtpCode: null, enhancedCode: null, text: 'not written' } as const;

/** What was to be said could not be found out: another attempt may. */
class NotWritten extends Error {}

function unwritten(cause: unknown): never {
  throw new NotWritten('', { cause });
}
