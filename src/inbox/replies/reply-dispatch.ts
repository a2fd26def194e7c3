import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Raw } from 'typeorm';
import type { LeasedQueue } from '../../common/jobs/leased-queue';
import { LeasedQueues } from '../../common/jobs/leased-queues';
import { leasedStates } from '../../common/jobs/queues';
import { logger } from '../../common/logging/logger';
import { required } from '../../common/errors/required';
import type { Delivery } from '../../common/mail/delivery.types';
import { deliveryFacts } from '../../common/mail/delivery-facts';
import { countMailAttempts } from '../../common/mail/mail-attempts';
import { CarriedFilesService } from '../../files/carried-files.service';
import { ConversationQueries } from '../../conversations/conversation-queries.service';
import type { ConversationChannel } from '../../conversations/conversation.types';
import { type ClaimedReply, RepliesRepository } from './replies.repository';
import { ReplyLifecycle } from './reply-lifecycle.service';
import { type OutgoingReply, type ReplyEnvelope, ReplyMailer } from './reply-mail.port';
import { Reply } from './reply.entity';

/** A background task for each channel, so that slow mail servers delay no reply in the widget. */
export const REPLY_DISPATCH: Readonly<Record<ConversationChannel, string>> = {
  email: 'reply-dispatch',
  widget: 'widget-reply-dispatch',
};

/** Replies that a process sends at once on one channel, because a mail server may take ten minutes to answer; for one workspace one less. */
const MOST_AT_ONCE = 9;
/** Waits before another attempt to store the outcome, in milliseconds. The lease is renewed in the meantime. */
const PAUSES_MS: readonly number[] = [100, 500, 2_000, 10_000];

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
    private readonly conversations: ConversationQueries,
    private readonly files: CarriedFilesService,
    private readonly mail: ReplyMailer,
    private readonly lifecycle: ReplyLifecycle,
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
        waiting: `channel = '${channel}' AND status = 'queued'`,
        due: 'dispatch_after_at <= statement_timestamp()',
        since: 'dispatch_after_at',
        lease: 'leaseEndsAt',
        // Nothing may leave after the end of the lease, even if no other process has the reply yet.
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

  /** Leaves the reply to ReplyRecovery, which settles it when its lease has ended. */
  private unsettled({ messageId: reply }: ClaimedReply, error: unknown): Promise<true> {
    logger.error({ err: error, reply }, 'reply not settled');
    return Promise.resolve(true);
  }

  private async deliver(claim: ClaimedReply, signal: AbortSignal): Promise<Delivery> {
    const { envelope } = claim;
    // The widget shows the message as soon as the outcome is stored.
    if (!envelope) return ON_WIDGET;
    return this.mail.send(await this.outgoing(claim, envelope), () => this.markHandingOver(claim), signal);
  }

  /** @throws NotFound if the reply was erased */
  private async outgoing(claim: ClaimedReply, envelope: ReplyEnvelope): Promise<OutgoingReply> {
    const { workspaceId, conversationId, messageId, revision } = claim;
    const { createdAt } = required(await this.conversations.findMessage(workspaceId, conversationId, messageId));
    const { content } = await this.replies.requireRevision(claim, revision);
    const attachments = await this.files.listWhole(claim);
    return { workspaceId, conversationId, messageId, revision, content, attachments, createdAt, envelope };
  }

  /**
   * Commits that the mail server may have the message.
   *
   * @throws ClaimLost if the lease has ended or the reply was erased: then nothing may leave
   */
  markHandingOver(claim: ClaimedReply): Promise<void> {
    return this.queues.email.proceed(claim, { handingOverAt: () => 'clock_timestamp()' });
  }

  /** Tries for a while, because the mail server gives its answer only once. */
  private async finish(claim: ClaimedReply, delivery: Delivery): Promise<boolean> {
    for (const milliseconds of PAUSES_MS) {
      try {
        return await this.lifecycle.finish(claim, delivery);
      } catch (error) {
        logger.warn({ err: error, reply: claim.messageId }, 'reply not settled yet');
        await pause(milliseconds);
      }
    }
    return this.lifecycle.finish(claim, delivery);
  }
}
