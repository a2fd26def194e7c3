import type { EventPosition } from '../../common/event-types/event-position';
import type { LoggedEvent } from '../../events/event-log.types';
import type { WebhookDelivery } from '../deliveries/webhook-delivery.entity';
import type { Webhook } from '../webhook.entity';
import type { Piece } from './in-order';
import type { TimedResult } from './webhook-requests';

/** How one event of a round ended. */
export type Outcome =
  | { kind: 'attempted'; result: TimedResult }
  /** Behind another one of its subject. */
  | { kind: 'waiting' }
  /** Its agents are none of the webhook any more, or its event is no longer kept. */
  | { kind: 'dropped' };

/** An event on its way to a webhook. */
export interface OutgoingEvent extends Piece {
  readonly eventId: string;
  readonly position: EventPosition;
  readonly type: string;
  readonly agentId: string | null;
  readonly conversationId: string | null;
  readonly contactId: string | null;
  /** The conversation, or else the record. */
  readonly about: string;
  readonly replayId: string | null;
  /** Null: it has not been attempted before. */
  readonly delivery: WebhookDelivery | null;
  outcome?: Outcome;
}

export function ofLog(webhook: Webhook, event: LoggedEvent, replayId: string | null = null): OutgoingEvent {
  const { id, position, type, agentId, conversationId, subjectId, data } = event;
  const about = conversationId ?? subjectId;
  const contactId = data['contactId'];
  return {
    eventId: id,
    position,
    type,
    agentId,
    conversationId,
    contactId: typeof contactId === 'string' ? contactId : null,
    about,
    subject: webhook.ordering === 'subject' ? about : null,
    replayId,
    delivery: null,
  };
}

export function ofDelivery(delivery: WebhookDelivery): OutgoingEvent {
  const { eventId, type, agentId, conversationId, contactId, subject: about, holds, replayId } = delivery;
  // A replay goes on beside the present events.
  const subject = holds ? `${replayId ?? ''}:${about}` : null;
  return {
    ...{ eventId, type, agentId, conversationId, contactId, about, subject, replayId, delivery },
    position: positionIn(delivery),
  };
}

export function positionIn({
  transactionNumber,
  eventNumber,
  positionedAt,
}: Pick<WebhookDelivery, 'transactionNumber' | 'eventNumber' | 'positionedAt'>): EventPosition {
  return { transactionId: transactionNumber, id: eventNumber, at: positionedAt };
}
