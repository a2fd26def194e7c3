import { RETRY_SECONDS } from '../../common/mail/mail-delivery';
import type { DeliveryFailure, ReplyDelivery } from './reply-mail.types';
import type { Reply } from './reply.entity';
import type { ReplyBounce, ReplySettlement } from './reply.types';

/** What changes about a reply beside its version. */
export type ReplyChange = Partial<Omit<Reply, 'workspaceId' | 'conversationId' | 'messageId' | 'agentId' | 'version'>>;

const PROCESS_ENDED: DeliveryFailure = {
  class: 'connection_lost',
  smtpCode: null,
  enhancedCode: null,
  text: 'The process that was sending the message ended.',
};

/** After an attempt. One that was refused but not for good is made again later, and can be undone until then. */
export function afterAttempt(reply: Reply, delivery: ReplyDelivery, now: Date): ReplyChange {
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
        // Whoever settled an earlier attempt does not know what became of this one.
        settledBy: null,
      };
    case 'refused':
      return afterRefusal(delivery.failure, delivery.final ? undefined : RETRY_SECONDS[reply.attempts - 1], now);
  }
}

/** After the lease has ended: what was not handed over is sent again at once, since nobody has refused it. */
export function afterAbandonment(reply: Reply, now: Date): ReplyChange {
  if (reply.handingOverAt) return afterAttempt(reply, { outcome: 'uncertain', failure: PROCESS_ENDED }, now);
  // A message whose processes keep dying is given up, rather than taking every process with it.
  return afterRefusal(PROCESS_ENDED, reply.attempts > RETRY_SECONDS.length ? undefined : 0, now);
}

/** An incoming mail proves that it was received: it had been handed over, and nobody could tell. */
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

/** A report says that it was not delivered. */
export function afterBounce(reply: Reply, bounce: ReplyBounce, now: Date): ReplyChange {
  return {
    status: 'bounced',
    bounce,
    settledBy: reply.status === 'uncertain' ? byMail('bounced', now) : reply.settledBy,
  };
}

function afterRefusal(failure: DeliveryFailure, waitSeconds: number | undefined, now: Date): ReplyChange {
  // What a report said of an earlier attempt says nothing of the next one.
  const ended = { leaseEndsAt: null, handingOverAt: null, bounce: null, failure };
  if (waitSeconds === undefined) return { ...ended, status: 'failed' };
  return { ...ended, status: 'queued', dispatchAfterAt: new Date(now.getTime() + waitSeconds * 1_000) };
}

function byMail(outcome: 'sent' | 'bounced', now: Date): ReplySettlement {
  return { memberId: null, outcome, reason: null, at: now.toISOString() };
}
