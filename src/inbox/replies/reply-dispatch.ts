import { Injectable } from '@nestjs/common';
import { Raw } from 'typeorm';
import type { LeasedQueue } from '../../common/jobs/leased-queue';
import { LeasedQueues } from '../../common/jobs/leased-queues';
import { leasedStates } from '../../common/jobs/queues';
import { logger } from '../../common/logging/logger';
import type { Delivery } from '../../common/mail/delivery.types';
import { deliveryFacts } from '../../common/mail/delivery-facts';
import { countMailAttempts } from '../../common/mail/mail-attempts';
import type { ConversationChannel } from '../../conversations/conversation.types';
import { DeliveriesRepository } from './deliveries/deliveries.repository';
import { DeliveryDispatch } from './deliveries/delivery-dispatch';
import { untilStored } from './deliveries/until-stored';
import { OutgoingReplies } from './outgoing-replies.service';
import { type ClaimedReply, RepliesRepository } from './replies.repository';
import { ReplyLifecycle } from './reply-lifecycle.service';
import { type OutgoingReply, ReplyMailer } from './reply-mail.port';
import { Reply } from './reply.entity';

/** A background task for each channel, so that slow mail servers delay no reply in the widget. */
export const REPLY_DISPATCH: Readonly<Record<ConversationChannel, string>> = {
  email: 'reply-dispatch',
  widget: 'widget-reply-dispatch',
};

/** Replies that a process sends at once on one channel, because a mail server may take ten minutes to answer; for one workspace one less. */
const MOST_AT_ONCE = 9;
/** For the metrics of both channels. */
const STATES = {
  ...leasedStates({ isQueued: `status = 'queued'`, isWorking: `status = 'sending'`, due: 'dispatch_after_at' }),
  uncertain: { where: `status = 'uncertain'`, since: 'handing_over_at' },
};

const ON_WIDGET: Delivery = { outcome: 'sent', serverMessageId: null };

/** Sends replies once the time to undo them is over. */
@Injectable()
export class ReplyDispatch {
  readonly queues: Readonly<Record<ConversationChannel, LeasedQueue<Reply, ClaimedReply>>>;

  constructor(
    private readonly replies: RepliesRepository,
    private readonly outgoing: OutgoingReplies,
    private readonly mail: ReplyMailer,
    private readonly lifecycle: ReplyLifecycle,
    private readonly deliveries: DeliveriesRepository,
    private readonly others: DeliveryDispatch,
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
      // A customer may be waiting for the reply.
      idleMs: 100,
      work: (claim, signal) => this.send(claim, signal),
      onError: (claim, error) => this.unsettled(claim, error),
      shape: {
        claim: (workspaceId, seconds) => this.replies.claim(channel, workspaceId, seconds),
        renew: (claim, seconds) => this.renew(channel, claim, seconds),
        waiting: `channel = '${channel}' AND status = 'queued'`,
        due: 'dispatch_after_at <= statement_timestamp() AND awaits_files_until IS NULL',
        since: 'dispatch_after_at',
        lease: 'leaseEndsAt',
        // Nothing may leave after the end of the lease, even if no other process has the reply yet.
        held: { status: 'sending', leaseEndsAt: Raw((column) => `${column} > clock_timestamp()`) },
        states: channel === 'email' ? STATES : null,
      },
    });
  }

  private async send(claim: ClaimedReply, signal: AbortSignal): Promise<void> {
    const { envelope } = claim;
    const reply = envelope && (await this.outgoing.read(claim, envelope));
    const delivery = await this.deliver(claim, reply, signal);
    const settled = await untilStored({ reply: claim.messageId }, () => this.lifecycle.finish(claim, delivery));
    if (settled && envelope) countMailAttempts('reply', delivery.outcome);
    const facts = { reply: claim.messageId, settled, ...deliveryFacts(delivery) };
    if (delivery.outcome === 'sent') logger.info(facts, 'reply sent');
    else logger.warn(facts, 'reply not sent');
    if (reply && claim.deliveries) await this.others.sendAll(reply, claim.deliveries, signal);
  }

  /** Leaves the reply to ReplyRecovery, which settles it when its lease has ended. */
  private unsettled({ messageId: reply }: ClaimedReply, error: unknown): Promise<true> {
    logger.error({ err: error, reply }, 'reply not settled');
    return Promise.resolve(true);
  }

  private async renew(channel: ConversationChannel, claim: ClaimedReply, seconds: number): Promise<void> {
    const leaseEndsAt = (): string => `clock_timestamp() + make_interval(secs => ${Math.trunc(seconds)})`;
    await Promise.all([
      this.queues[channel].update(claim, { leaseEndsAt }),
      this.deliveries.renew(claim.deliveries ?? [], seconds),
    ]);
  }

  /** To the first recipient. Null: not by mail. */
  private async deliver(claim: ClaimedReply, reply: OutgoingReply | null, signal: AbortSignal): Promise<Delivery> {
    // The widget shows the message as soon as the outcome is stored.
    if (!reply) return ON_WIDGET;
    const copy = { id: claim.messageId, address: reply.envelope.recipient };
    return this.mail.send(reply, copy, () => this.markHandingOver(claim), signal);
  }

  /**
   * Commits that the mail server may have the message.
   *
   * @throws ClaimLost if the lease has ended or the reply was erased: then nothing may leave
   */
  markHandingOver(claim: ClaimedReply): Promise<void> {
    return this.queues.email.proceed(claim, { handingOverAt: () => 'clock_timestamp()' });
  }
}
