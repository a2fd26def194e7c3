import { Injectable } from '@nestjs/common';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { DomainEvents } from '../../common/events/domain-events';
import type { Delivery, DeliveryFailure } from '../../common/mail/delivery.types';
import { RETRY_SECONDS } from '../../common/mail/mail-delivery';
import { ReplyChanged } from '../../conversations/conversation-events';
import { ConversationWriter } from '../../conversations/conversation-writer.service';
import type { ReplyStatus } from '../../conversations/conversation.types';
import { RepliesRepository } from './replies.repository';
import { Reply } from './reply.entity';
import type { ReplyBounce, ReplyClaim, ReplyKey, ReplySettlement } from './reply.types';

/** Actions of members on a reply. */
export type ReplyAction = 'undo' | 'edit' | 'retry' | 'settle';

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

const PROCESS_ENDED: DeliveryFailure = {
  class: 'connection_lost',
  smtpCode: null,
  enhancedCode: null,
  text: 'The process that was sending the message ended.',
};

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
    const ended = await this.end(claim, (reply, now) => {
      // The lease ended while the server was working. Its answer is still better than `uncertain`; only a member may send the
      // message again.
      if (reply.status === 'uncertain' && delivery.outcome === 'refused') {
        return afterAttempt(reply, { ...delivery, final: true }, now);
      }
      if (reply.status === 'uncertain' && delivery.outcome === 'sent') return afterAttempt(reply, delivery, now);
      return reply.status === 'sending' ? afterAttempt(reply, delivery, now) : null;
    });
    return ended !== null;
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

/** An incoming mail proves that the customer received the reply. */
export function afterProof(reply: Reply, now: Date): ReplyChange {
  return {
    status: 'sent',
    sentAt: reply.handingOverAt ?? now,
    leaseEndsAt: null,
    failure: null,
    deliveredAt: reply.deliveredAt ?? now,
    settledBy: byMail('sent', now),
  };
}

/** A report says that the reply was not delivered. */
export function afterBounce(reply: Reply, bounce: ReplyBounce, now: Date): ReplyChange {
  return {
    status: 'bounced',
    bounce,
    settledBy: reply.status === 'uncertain' ? byMail('bounced', now) : reply.settledBy,
  };
}

/** A reply that was deferred is sent again later, and can be undone until then. */
function afterAttempt(reply: Reply, delivery: Delivery, now: Date): ReplyChange {
  switch (delivery.outcome) {
    case 'sent':
      return {
        status: 'sent',
        sentAt: now,
        leaseEndsAt: null,
        failure: null,
        serverMessageId: delivery.serverMessageId,
      };
    case 'uncertain':
      return {
        status: 'uncertain',
        leaseEndsAt: null,
        handingOverAt: reply.handingOverAt ?? now,
        failure: delivery.failure,
        // The settlement of an earlier attempt says nothing about this one.
        settledBy: null,
      };
    case 'refused':
      return afterRefusal(delivery.failure, delivery.final ? undefined : RETRY_SECONDS[reply.attempts - 1], now);
  }
}

/** A reply that was not handed over is sent again at once, because no mail server has refused it. */
function afterAbandonment(reply: Reply, now: Date): ReplyChange {
  if (reply.handingOverAt) return afterAttempt(reply, { outcome: 'uncertain', failure: PROCESS_ENDED }, now);
  // A message whose processes keep dying fails, so that it does not end every process.
  return afterRefusal(PROCESS_ENDED, reply.attempts > RETRY_SECONDS.length ? undefined : 0, now);
}

function afterRefusal(failure: DeliveryFailure, waitSeconds: number | undefined, now: Date): ReplyChange {
  // The report on an earlier attempt says nothing about the next one.
  const ended = { leaseEndsAt: null, handingOverAt: null, bounce: null, failure };
  if (waitSeconds === undefined) return { ...ended, status: 'failed' };
  return { ...ended, status: 'queued', dispatchAfterAt: new Date(now.getTime() + waitSeconds * 1_000) };
}

function byMail(outcome: 'sent' | 'bounced', now: Date): ReplySettlement {
  return { memberId: null, outcome, reason: null, at: now.toISOString() };
}

function replyChanged(reply: Reply, before: Reply, actorMemberId: string | null): ReplyChanged {
  const { workspaceId, agentId, conversationId, messageId, type, channel, status, version, revisionCount } = reply;
  return new ReplyChanged({
    ...{
      workspaceId,
      agentId,
      conversationId,
      messageId,
      type,
      channel,
      status,
      version,
      revisionCount,
      actorMemberId,
    },
    previousStatus: before.status,
    previousRevisionCount: before.revisionCount,
    failureClass: reply.failure?.class ?? null,
    sentAt: reply.sentAt?.toISOString() ?? null,
  });
}
