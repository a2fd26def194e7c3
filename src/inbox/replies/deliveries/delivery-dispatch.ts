import { Injectable } from '@nestjs/common';
import { ClaimLost } from '../../../common/jobs/lease';
import type { LeasedQueue } from '../../../common/jobs/leased-queue';
import { LeasedQueues } from '../../../common/jobs/leased-queues';
import { leasedStates } from '../../../common/jobs/queues';
import { logger } from '../../../common/logging/logger';
import { deliveryFacts } from '../../../common/mail/delivery-facts';
import { countMailAttempts } from '../../../common/mail/mail-attempts';
import { OutgoingReplies } from '../outgoing-replies.service';
import { type OutgoingReply, ReplyMailer } from '../reply-mail.port';
import type { DeliveryClaim } from '../reply.types';
import { type ClaimedDeliveries, DeliveriesRepository } from './deliveries.repository';
import { DeliveryLifecycle } from './delivery-lifecycle.service';
import { Delivery } from './delivery.entity';
import { untilStored } from './until-stored';

/** The background task. */
export const DELIVERY_DISPATCH = 'delivery-dispatch';

const LEASE_SECONDS = 60;
/** Replies whose further recipients a process serves at once. */
const MOST_AT_ONCE = 4;

/**
 * Sends replies to further recipients, to one after the other: several connections for one reply would take the room of other replies
 * at the mail server. ReplyDispatch begins with them; this queue has those that are sent again.
 */
@Injectable()
export class DeliveryDispatch {
  readonly queue: LeasedQueue<Delivery, ClaimedDeliveries>;

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly lifecycle: DeliveryLifecycle,
    private readonly outgoing: OutgoingReplies,
    private readonly mail: ReplyMailer,
    queues: LeasedQueues,
  ) {
    this.queue = queues.open<Delivery, ClaimedDeliveries>({
      name: 'deliveries',
      task: DELIVERY_DISPATCH,
      entity: Delivery,
      leaseSeconds: LEASE_SECONDS,
      concurrency: MOST_AT_ONCE,
      work: (claim, signal) => this.send(claim, signal),
      onError: (claim, error) => this.unsettled(claim, error),
      shape: {
        claim: (workspaceId, seconds) => this.deliveries.claim(workspaceId, seconds),
        renew: (claim, seconds) => this.deliveries.renew(claim.deliveries, seconds),
        waiting: `status = 'queued' AND dispatch_after_at IS NOT NULL`,
        due: 'dispatch_after_at <= statement_timestamp()',
        since: 'dispatch_after_at',
        lease: 'leaseEndsAt',
        held: { status: 'sending' },
        states: leasedStates({
          isQueued: `status = 'queued' AND dispatch_after_at IS NOT NULL`,
          isWorking: `status = 'sending'`,
          due: 'dispatch_after_at',
        }),
      },
    });
  }

  /** Sends the reply to each of them whose claim is still valid. At a shutdown, those that were not begun are given back. */
  async sendAll(reply: OutgoingReply, claims: readonly DeliveryClaim[], signal: AbortSignal): Promise<void> {
    for (const [index, claim] of claims.entries()) {
      if (signal.aborted) return this.deliveries.release(claims.slice(index));
      await this.sendOne(reply, claim, signal);
    }
  }

  private async send(claim: ClaimedDeliveries, signal: AbortSignal): Promise<void> {
    await this.sendAll(await this.outgoing.read(claim, claim.envelope), claim.deliveries, signal);
  }

  private async sendOne(reply: OutgoingReply, claim: DeliveryClaim, signal: AbortSignal): Promise<void> {
    const result = await this.mail.send(reply, claim, () => this.markHandingOver(claim), signal);
    const of = { reply: claim.messageId, delivery: claim.id };
    const settled = await untilStored(of, () => this.lifecycle.finish(claim, result));
    if (settled) countMailAttempts('reply', result.outcome);
    const facts = { ...of, settled, ...deliveryFacts(result) };
    if (result.outcome === 'sent') logger.info(facts, 'reply sent to a further recipient');
    else logger.warn(facts, 'reply not sent to a further recipient');
  }

  /** @throws ClaimLost if the lease has ended or the delivery was erased: then nothing may leave */
  private async markHandingOver(claim: DeliveryClaim): Promise<void> {
    if (!(await this.deliveries.markHandingOver(claim, LEASE_SECONDS))) throw new ClaimLost();
  }

  /** Leaves the deliveries to DeliveryRecovery, which settles them when their lease has ended. */
  private unsettled({ messageId: reply }: ClaimedDeliveries, error: unknown): Promise<true> {
    logger.error({ err: error, reply }, 'deliveries not settled');
    return Promise.resolve(true);
  }
}
