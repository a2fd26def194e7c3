import { Injectable } from '@nestjs/common';
import { databaseTime } from '../../../common/database/database-time';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { DomainEvents } from '../../../common/events/domain-events';
import type { Delivery as Result } from '../../../common/mail/delivery.types';
import { ConversationWriter } from '../../../conversations/conversation-writer.service';
import type { ReplyStatus } from '../../../conversations/conversation.types';
import { RepliesRepository } from '../replies.repository';
import { replyChanged } from '../reply-changed';
import { Reply } from '../reply.entity';
import type { DeliveryClaim, ReplyKey } from '../reply.types';
import { DeliveriesRepository } from './deliveries.repository';
import {
  afterAbandonment,
  afterBounce,
  afterProof,
  afterResult,
  type DeliveryChange,
  type StateChange,
} from './delivery-states';
import { Delivery } from './delivery.entity';

/** A person got no email: the conversation needs a member. */
const UNDELIVERED: readonly ReplyStatus[] = ['failed', 'uncertain', 'bounced'];

/**
 * Moves deliveries to further recipients from one status to the next. Each change raises the version of the reply, so that members
 * see it. The status of the reply stays that of its first recipient.
 */
@Injectable()
export class DeliveryLifecycle {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly replies: RepliesRepository,
    private readonly conversations: ConversationWriter,
    private readonly events: DomainEvents,
    private readonly work: UnitOfWork,
  ) {}

  /** Ends an attempt to send. False: the claim no longer counts, or the delivery was erased. */
  async finish(claim: DeliveryClaim, result: Result): Promise<boolean> {
    return this.work.run(async () => {
      const reply = await this.findLockedReply(claim);
      const delivery = reply && (await this.deliveries.findLocked(claim, claim.id));
      if (!delivery || delivery.fence !== claim.fence) return false;
      const now = await databaseTime(this.work);
      const change = afterResult(delivery, result, now);
      if (change) await this.applyWithEvidence(reply, delivery, change, now);
      return change !== null;
    });
  }

  /** Ends the attempts of a process that died; the new statuses. */
  async abandon(key: ReplyKey): Promise<ReplyStatus[]> {
    return this.work.run(async () => {
      let reply = await this.findLockedReply(key);
      const now = await databaseTime(this.work);
      const ended: ReplyStatus[] = [];
      // The process sent them one after the other: it can only have been at the first of those that it had not handed over.
      let isFirst = true;
      for (const delivery of reply ? await this.deliveries.listAbandoned(key, now) : []) {
        const begun = Object.assign(new Delivery(), delivery);
        if (!delivery.handingOverAt && !isFirst) begun.attempts -= 1;
        if (!delivery.handingOverAt) isFirst = false;
        const change = { ...afterAbandonment(begun, now), attempts: begun.attempts };
        const after = await this.applyWithEvidence(reply!, delivery, change, now);
        reply = after.reply;
        ended.push(after.delivery.status);
      }
      return ended;
    });
  }

  /** Changes a delivery whose reply the caller has locked; both after the change. Joins the caller's transaction. */
  async apply(reply: Reply, delivery: Delivery, change: DeliveryChange): Promise<{ reply: Reply; delivery: Delivery }> {
    const changed = Object.assign(new Delivery(), delivery, change);
    await this.deliveries.update(delivery, change);
    const version = reply.version + 1;
    await this.replies.update(reply, { version });
    const after = Object.assign(new Reply(), reply, { version });
    const settledNow = changed.settledBy === delivery.settledBy ? null : changed.settledBy;
    this.events.publish(replyChanged(after, reply, settledNow?.memberId ?? null, changed));
    if (changed.status !== delivery.status && UNDELIVERED.includes(changed.status)) {
      const { workspaceId, agentId, conversationId } = reply;
      await this.conversations.openUnanswered(workspaceId, agentId, conversationId);
    }
    return { reply: after, delivery: changed };
  }

  /** Includes what incoming mail has proved while the message was being sent. */
  private async applyWithEvidence(
    reply: Reply,
    delivery: Delivery,
    change: StateChange,
    now: Date,
  ): Promise<{ reply: Reply; delivery: Delivery }> {
    const { bounce, deliveredAt } = delivery;
    const wasReceived = deliveredAt !== null && change.status !== 'sent';
    const ended = await this.apply(reply, delivery, wasReceived ? afterProof(delivery, now) : change);
    const hasLeft = ended.delivery.status === 'sent' || ended.delivery.status === 'uncertain';
    return bounce && hasLeft
      ? this.apply(ended.reply, ended.delivery, afterBounce(ended.delivery, bounce, now))
      : ended;
  }

  /** Locks the conversation, then the reply. Null: it was erased. */
  private async findLockedReply(key: ReplyKey): Promise<Reply | null> {
    if (!(await this.conversations.lock(key.workspaceId, key.conversationId))) return null;
    return this.replies.findLocked(key);
  }
}
