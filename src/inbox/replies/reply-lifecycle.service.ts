import { Injectable } from '@nestjs/common';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { DomainEvents } from '../../common/events/domain-events';
import type { Delivery } from '../../common/mail/delivery.types';
import { ConversationWriter } from '../../conversations/conversation-writer.service';
import type { ReplyStatus } from '../../conversations/conversation.types';
import { RepliesRepository } from './replies.repository';
import { afterAbandonment, afterBounce, afterProof, afterResult } from './deliveries/delivery-states';
import { InvalidReplyTransition } from './replies.errors';
import { replyChanged } from './reply-changed';
import { Reply } from './reply.entity';
import type { ReplyAction, ReplyClaim, ReplyKey } from './reply.types';

/** Actions of members on a reply. */
const ACTIONS: Record<ReplyStatus, readonly ReplyAction[]> = {
  queued: ['undo', 'edit'],
  sending: [],
  sent: [],
  undone: [],
  failed: ['retry'],
  uncertain: ['settle'],
  bounced: [],
};

/** The customer got no answer: the conversation needs a member. */
const UNANSWERED: readonly ReplyStatus[] = ['failed', 'uncertain', 'bounced'];

/** A reply in any other status closes no conversation, even if it is sent in the end. */
const KEEPING: readonly ReplyStatus[] = ['queued', 'sending', 'sent'];

/** A change of a reply; its version follows by itself. */
export type ReplyChange = Partial<Omit<Reply, 'workspaceId' | 'conversationId' | 'messageId' | 'agentId' | 'version'>>;

/**
 * Moves replies from one status to the next, with all that follows: whether the customer sees the message, the status of the
 * conversation, and the events. A reply that may have reached a mail server is never sent a second time.
 */
@Injectable()
export class ReplyLifecycle {
  constructor(
    private readonly replies: RepliesRepository,
    private readonly conversations: ConversationWriter,
    private readonly events: DomainEvents,
    private readonly work: UnitOfWork,
  ) {}

  /** Ends an attempt to send. False: the claim no longer counts, or the reply was erased. */
  async finish(claim: ReplyClaim, delivery: Delivery): Promise<boolean> {
    return (await this.end(claim, (reply, now) => afterResult(reply, delivery, now))) !== null;
  }

  /** Ends the attempt of a process that died; the new status. Null: the lease has not ended. */
  abandon(claim: ReplyClaim): Promise<ReplyStatus | null> {
    return this.end(claim, (reply, now) => {
      const isOver = reply.status === 'sending' && reply.leaseEndsAt !== null && reply.leaseEndsAt < now;
      return isOver ? afterAbandonment(reply, now) : null;
    });
  }

  /** Locks the conversation, then the reply. Null: it was erased. Joins the caller's transaction. */
  async findLocked(key: ReplyKey): Promise<Reply | null> {
    if (!(await this.conversations.lock(key.workspaceId, key.conversationId))) return null;
    return this.replies.findLocked(key);
  }

  /** Changes a reply that the caller has locked; the reply after the change. Joins the caller's transaction. */
  async apply(reply: Reply, change: ReplyChange): Promise<Reply> {
    const keepsClosing = change.status === undefined || KEEPING.includes(change.status);
    const all = { ...change, ...(keepsClosing ? {} : { closeWhenSent: null }), version: reply.version + 1 };
    const changed = Object.assign(new Reply(), reply, all);
    await this.replies.update(reply, all);
    const settledNow = changed.settledBy === reply.settledBy ? null : changed.settledBy;
    this.events.publish(replyChanged(changed, reply, settledNow?.memberId ?? null));
    if (changed.status !== reply.status) await this.updateConversation(changed);
    return changed;
  }

  private async updateConversation(reply: Reply): Promise<void> {
    const { workspaceId, agentId, conversationId, status, sentAt } = reply;
    if (status === 'sent') await this.conversations.showReply(reply, sentAt);
    if (status === 'bounced') await this.conversations.hideReply(reply);
    if (UNANSWERED.includes(status)) await this.conversations.openUnanswered(workspaceId, agentId, conversationId);
  }

  private end(
    claim: ReplyClaim,
    changeOf: (reply: Reply, now: Date) => ReplyChange | null,
  ): Promise<ReplyStatus | null> {
    return this.work.run(async () => {
      const reply = await this.findLocked(claim);
      if (reply?.fence !== claim.fence) return null;
      const now = await databaseTime(this.work);
      const change = changeOf(reply, now);
      return change && this.applyWithEvidence(reply, change, now);
    });
  }

  /** Includes what incoming mail has proved while the message was being sent. */
  private async applyWithEvidence(reply: Reply, change: ReplyChange, now: Date): Promise<ReplyStatus> {
    const { bounce, deliveredAt } = reply;
    const wasReceived = deliveredAt !== null && change.status !== 'sent';
    const ended = await this.apply(reply, wasReceived ? afterProof(reply, now) : change);
    if (bounce && (ended.status === 'sent' || ended.status === 'uncertain')) {
      return (await this.apply(ended, afterBounce(ended, bounce, now))).status;
    }
    return ended.status;
  }
}

/** A reply that was sent on the widget channel can still be edited, because the widget shows its current text. */
export function allowedActions({ status, channel }: Pick<Reply, 'status' | 'channel'>): readonly ReplyAction[] {
  return status === 'sent' && channel === 'widget' ? ['edit'] : ACTIONS[status];
}

/** @throws InvalidReplyTransition 409 */
export function ensureAllowed(reply: Pick<Reply, 'status' | 'channel'>, action: ReplyAction): void {
  const allowed = allowedActions(reply);
  if (!allowed.includes(action)) throw new InvalidReplyTransition(reply.status, action, allowed);
}
