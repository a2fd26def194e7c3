import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Raw } from 'typeorm';
import type { LeasedQueue } from '../../common/jobs/leased-queue';
import { LeasedQueues } from '../../common/jobs/leased-queues';
import { leasedStates } from '../../common/jobs/queues';
import { logger } from '../../common/logging/logger';
import { deliveryFacts } from '../../common/mail/delivery-facts';
import { countMailAttempts } from '../../common/mail/mail-attempts';
import type { ConversationChannel } from '../../conversations/conversation.types';
import { type ClaimedReply, ReplyJobsRepository } from './reply-jobs.repository';
import { ReplyMailer } from './reply-mail.port';
import type { ReplyDelivery } from './reply-mail.types';
import { ReplyOutcomesService } from './reply-outcomes.service';
import { Reply } from './reply.entity';

/** The background task of each channel, so that mail servers that are slow hold up no widget. */
export const REPLY_DISPATCH: Readonly<Record<ConversationChannel, string>> = {
  email: 'reply-dispatch',
  widget: 'widget-reply-dispatch',
};

/** Of one process and channel, since a mail server may take ten minutes for its answer; of one workspace one less. */
const MOST_AT_ONCE = 9;
/** Waits before what has become of a reply is written once more, in milliseconds: the lease is renewed meanwhile. */
const PAUSES_MS: readonly number[] = [100, 500, 2_000, 10_000];

/** Of both channels. */
const STATES = {
  ...leasedStates({ isQueued: `status = 'queued'`, isWorking: `status = 'sending'`, due: 'dispatch_after_at' }),
  uncertain: { where: `status = 'uncertain'`, since: 'handing_over_at' },
};

const ON_WIDGET: ReplyDelivery = { outcome: 'sent', serverMessageId: null };

/** Sends replies once their author cannot take them back any more. */
@Injectable()
export class ReplyDispatch {
  readonly queues: Readonly<Record<ConversationChannel, LeasedQueue<Reply, ClaimedReply>>>;

  constructor(
    private readonly jobs: ReplyJobsRepository,
    private readonly mail: ReplyMailer,
    private readonly outcomes: ReplyOutcomesService,
    queues: LeasedQueues,
  ) {
    this.queues = { email: this.open(queues, 'email'), widget: this.open(queues, 'widget') };
  }

  private open(queues: LeasedQueues, channel: ConversationChannel): LeasedQueue<Reply, ClaimedReply> {
    return queues.open<Reply, ClaimedReply>({
      name: 'replies',
      task: REPLY_DISPATCH[channel],
      entity: Reply,
      leaseSeconds: 60,
      concurrency: MOST_AT_ONCE,
      // A customer may be waiting for it.
      idleMs: 100,
      work: (claim, signal) => this.send(claim, signal),
      onError: (claim, error) => this.unsettled(claim, error),
      shape: {
        claim: (workspaceId, seconds) => this.jobs.claim(channel, workspaceId, seconds),
        waiting: `channel = '${channel}' AND status = 'queued'`,
        due: 'dispatch_after_at <= statement_timestamp()',
        since: 'dispatch_after_at',
        lease: 'leaseEndsAt',
        // Once the lease has ended nothing may leave, though no other process has the reply yet.
        held: { status: 'sending', leaseEndsAt: Raw((column) => `${column} > clock_timestamp()`) },
        states: channel === 'email' ? STATES : null,
      },
    });
  }

  private async send(claim: ClaimedReply, signal: AbortSignal): Promise<void> {
    const delivery = await this.deliver(claim, signal);
    const settled = await this.finish(claim, delivery);
    if (settled && claim.envelope) countMailAttempts('reply', delivery.outcome);
    const facts = { reply: claim.messageId, settled, ...deliveryFacts(delivery) };
    if (delivery.outcome === 'sent') logger.info(facts, 'reply sent');
    else logger.warn(facts, 'reply not sent');
  }

  /** What becomes of it is decided when the lease has ended, by whether it may have been handed over. */
  private unsettled({ messageId: reply }: ClaimedReply, error: unknown): Promise<true> {
    logger.error({ err: error, reply }, 'reply not settled');
    return Promise.resolve(true);
  }

  private async deliver(claim: ClaimedReply, signal: AbortSignal): Promise<ReplyDelivery> {
    const { envelope } = claim;
    // A message on the widget channel is where it belongs once that is written.
    if (!envelope) return ON_WIDGET;
    const outgoing = await this.jobs.requireOutgoing(claim, envelope);
    return this.mail.send(outgoing, () => this.markHandingOver(claim), signal);
  }

  /**
   * From this commit on the mail server may have the message.
   *
   * @throws ClaimLost where the lease has ended, or the reply was erased: then nothing may leave
   */
  markHandingOver(claim: ClaimedReply): Promise<void> {
    return this.queues.email.proceed(claim, { handingOverAt: () => 'clock_timestamp()' });
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
