import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { BackgroundRunner, type BackgroundTask } from '../../common/jobs/background-runner';
import { Lease } from '../../common/jobs/lease';
import { InFlight } from '../../common/jobs/in-flight';
import { logger } from '../../common/logging/logger';
import { deliveryFacts } from '../../common/mail/delivery-facts';
import { countMailAttempts } from '../../common/mail/mail-attempts';
import type { ConversationChannel } from '../conversation.types';
import { type ClaimedReply, ReplyJobsRepository } from './reply-jobs.repository';
import { ReplyMailer } from './reply-mail.port';
import type { ReplyDelivery } from './reply-mail.types';
import { ReplyOutcomesService } from './reply-outcomes.service';

export const REPLY_DISPATCH = 'reply-dispatch';

const LEASE = new Lease(60);
/** Of one process and channel, since a mail server may take ten minutes for its answer; of one workspace one less. */
const MOST_AT_ONCE = 9;
/** Waits before what has become of a reply is written once more, in milliseconds: the lease is renewed meanwhile. */
const PAUSES_MS: readonly number[] = [100, 500, 2_000, 10_000];

const ON_WIDGET: ReplyDelivery = { outcome: 'sent', serverMessageId: null };

/** Sends replies once their author cannot take them back any more. */
@Injectable()
export class ReplyDispatch implements BackgroundTask {
  readonly name = REPLY_DISPATCH;
  /** A customer may be waiting for it. */
  readonly idleMs = 100;
  private readonly inFlight = { email: new InFlight(MOST_AT_ONCE), widget: new InFlight(MOST_AT_ONCE) };

  constructor(
    private readonly jobs: ReplyJobsRepository,
    private readonly mail: ReplyMailer,
    private readonly outcomes: ReplyOutcomesService,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  get roomAgain(): Promise<void> | null {
    return this.inFlight.email.roomAgain;
  }

  /** Begins to send one reply of each channel, and returns before they are sent. Mail servers that are slow hold up no widget. */
  async runOnce(signal: AbortSignal): Promise<boolean> {
    const { email, widget } = this.inFlight;
    await widget.room();
    const begun = [await this.begin('widget', signal), !email.isFull && (await this.begin('email', signal))];
    return begun.includes(true);
  }

  private async begin(channel: ConversationChannel, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    const claim = await this.jobs.claim(LEASE, channel, this.inFlight[channel]);
    if (!claim) return false;
    this.inFlight[channel].add(this.send(claim, signal), claim.workspaceId);
    return true;
  }

  async settled(): Promise<void> {
    await Promise.all([this.inFlight.email.settled(), this.inFlight.widget.settled()]);
  }

  private async send(claim: ClaimedReply, signal: AbortSignal): Promise<void> {
    const reply = claim.messageId;
    try {
      await LEASE.whileHolding(
        () => this.jobs.renew(claim, LEASE),
        async () => {
          const delivery = await this.deliver(claim, signal);
          const settled = await this.finish(claim, delivery);
          if (settled && claim.envelope) countMailAttempts('reply', delivery.outcome);
          const facts = { reply, settled, ...deliveryFacts(delivery) };
          if (delivery.outcome === 'sent') logger.info(facts, 'reply sent');
          else logger.warn(facts, 'reply not sent');
        },
      );
    } catch (error) {
      // What becomes of it is decided when the lease has ended, by whether it may have been handed over.
      logger.error({ err: error, reply }, 'reply not settled');
    }
  }

  private async deliver(claim: ClaimedReply, signal: AbortSignal): Promise<ReplyDelivery> {
    const { envelope } = claim;
    // A message on the widget channel is where it belongs once that is written.
    if (!envelope) return ON_WIDGET;
    const outgoing = await this.jobs.requireOutgoing(claim, envelope);
    return this.mail.send(outgoing, () => this.jobs.markHandingOver(claim, LEASE), signal);
  }

  /** Tries for a while: what the server has answered is not told a second time. */
  private async finish(claim: ClaimedReply, delivery: ReplyDelivery): Promise<boolean> {
    for (const milliseconds of PAUSES_MS) {
      try {
        return await this.outcomes.finish(claim, delivery);
      } catch (error) {
        logger.warn({ err: error, reply: claim.messageId }, 'reply not settled yet');
        await pause(milliseconds);
      }
    }
    return this.outcomes.finish(claim, delivery);
  }
}
