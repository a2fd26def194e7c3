import type { Delivery as Attempt, DeliveryFailure } from '../../../common/mail/delivery.types';
import { RETRY_SECONDS } from '../../../common/mail/mail-delivery';
import type { ReplyBounce, ReplySettlement } from '../reply.types';
import type { DeliveryRow } from './delivery-row';

/** A change of the state of a message to one person. */
export type StateChange = Partial<DeliveryRow & { dispatchAfterAt: Date }>;

/** The same of a delivery to a further recipient. */
export type DeliveryChange = Omit<StateChange, 'dispatchAfterAt'> & {
  dispatchAfterAt?: Date | null;
  countedOn?: string | null;
};

const PROCESS_ENDED: DeliveryFailure = {
  class: 'connection_lost',
  smtpCode: null,
  enhancedCode: null,
  text: 'The process that was sending the message ended.',
};

/** What an attempt changes; null: its result no longer counts. */
export function afterResult(row: DeliveryRow, result: Attempt, now: Date): StateChange | null {
  // The lease ended while the server was working. Its answer is still better than `uncertain`; only a member may send the
  // message again.
  if (row.status === 'uncertain' && result.outcome === 'refused') {
    return afterAttempt(row, { ...result, final: true }, now);
  }
  if (row.status === 'uncertain' && result.outcome === 'sent') return afterAttempt(row, result, now);
  return row.status === 'sending' ? afterAttempt(row, result, now) : null;
}

/** The process that was sending it has died. A message that was not handed over is sent again at once, because no mail server has refused it. */
export function afterAbandonment(row: DeliveryRow, now: Date): StateChange {
  if (row.handingOverAt) return afterAttempt(row, { outcome: 'uncertain', failure: PROCESS_ENDED }, now);
  // A message whose processes keep dying fails, so that it does not end every process.
  return afterRefusal(PROCESS_ENDED, row.attempts > RETRY_SECONDS.length ? undefined : 0, now);
}

/** An incoming mail proves that the person received the message. */
export function afterProof(row: DeliveryRow, now: Date): StateChange {
  return {
    status: 'sent',
    sentAt: row.handingOverAt ?? now,
    leaseEndsAt: null,
    failure: null,
    deliveredAt: row.deliveredAt ?? now,
    settledBy: byMail('sent', now),
  };
}

/** A report says that the message was not delivered. */
export function afterBounce(row: DeliveryRow, bounce: ReplyBounce, now: Date): StateChange {
  return {
    status: 'bounced',
    bounce,
    settledBy: row.status === 'uncertain' ? byMail('bounced', now) : row.settledBy,
  };
}

/** A message that was deferred is sent again later, and can be undone until then. */
function afterAttempt(row: DeliveryRow, result: Attempt, now: Date): StateChange {
  switch (result.outcome) {
    case 'sent':
      return {
        status: 'sent',
        sentAt: now,
        leaseEndsAt: null,
        failure: null,
        serverMessageId: result.serverMessageId,
      };
    case 'uncertain':
      return {
        status: 'uncertain',
        leaseEndsAt: null,
        handingOverAt: row.handingOverAt ?? now,
        failure: result.failure,
        // The settlement of an earlier attempt says nothing about this one.
        settledBy: null,
      };
    case 'refused':
      return afterRefusal(result.failure, result.final ? undefined : RETRY_SECONDS[row.attempts - 1], now);
  }
}

function afterRefusal(failure: DeliveryFailure, waitSeconds: number | undefined, now: Date): StateChange {
  // The report on an earlier attempt says nothing about the next one.
  const ended = { leaseEndsAt: null, handingOverAt: null, bounce: null, failure };
  if (waitSeconds === undefined) return { ...ended, status: 'failed' };
  return { ...ended, status: 'queued', dispatchAfterAt: new Date(now.getTime() + waitSeconds * 1_000) };
}

function byMail(outcome: 'sent' | 'bounced', now: Date): ReplySettlement {
  return { memberId: null, outcome, reason: null, at: now.toISOString() };
}
