import { Injectable } from '@nestjs/common';
import { Settings } from '../../config/load-settings';
import { type BackgroundTask, BackgroundRunner } from '../jobs/background-runner';
import { Lease } from '../jobs/lease';
import { logger } from '../logging/logger';
import { compose } from './mail-message';
import { MailOutbox } from './mail-outbox';
import { type ClaimedMail, MailOutboxRepository } from './mail-outbox.repository';
import { type Delivery, MailTransport } from './mail-transport';

/** Waits before the second, third … attempt, in seconds; after the last one the mail has failed. */
export const RETRY_SECONDS: readonly number[] = [10, 60, 300, 1_800];
const LEASE_MARGIN_SECONDS = 30;

/** Sends what waits in the outbox. A mail that may have been handed over is never sent a second time. */
@Injectable()
export class MailDelivery implements BackgroundTask {
  readonly name = 'mail-delivery';
  readonly idleMs = 1_000;

  constructor(
    private readonly outbox: MailOutbox,
    private readonly repository: MailOutboxRepository,
    private readonly transport: MailTransport,
    private readonly settings: Settings,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  async runOnce(signal: AbortSignal): Promise<boolean> {
    const claimed = await this.repository.claim(new Lease(this.transport.longestSeconds + LEASE_MARGIN_SECONDS));
    if (!claimed) return false;
    const delivery = await this.send(claimed, signal);
    const settled = await this.settle(claimed, delivery);
    const { outcome } = delivery;
    const facts = { mail: claimed.id, attempt: claimed.attempts, settled, ...delivery };
    if (outcome === 'sent') logger.info(facts, 'mail sent');
    else logger.warn(facts, 'mail not sent');
    return true;
  }

  private async send(claimed: ClaimedMail, signal: AbortSignal): Promise<Delivery> {
    const { PUBLIC_URL, MAIL_FROM } = this.settings.values;
    const identity = {
      id: claimed.id,
      createdAt: claimed.createdAt,
      from: MAIL_FROM,
      host: new URL(PUBLIC_URL).hostname,
    };
    try {
      const mail = await compose(this.outbox.open(claimed.message), identity);
      return await this.transport.send(mail, signal);
    } catch (error) {
      // Nothing was sent yet: it was sealed with another key, or cannot be written as a message.
      logger.error({ err: error, mail: claimed.id }, 'mail cannot be composed');
      return { outcome: 'refused', final: true, reason: 'not composed' };
    }
  }

  private settle(claimed: ClaimedMail, delivery: Delivery): Promise<boolean> {
    if (delivery.outcome !== 'refused') return this.repository.finish(claimed, delivery.outcome);
    const wait = delivery.final ? undefined : RETRY_SECONDS[claimed.attempts - 1];
    return wait === undefined ? this.repository.finish(claimed, 'failed') : this.repository.postpone(claimed, wait);
  }
}
