import {
  ConversationAssigned,
  type ConversationEvent,
  ConversationHandedOver,
  CustomerReplied,
  ReplyChanged,
} from '../../conversations/conversation-events';
import type { ReplyStatus } from '../../conversations/conversation.types';
import { SlaBreached, SlaImminent } from '../../sla/clocks/sla-events';
import { SupportRequestAssigned } from '../../support/support-events';
import type { NotificationEvent } from './member-notification.types';

/** An event that notifies members. */
export interface NotableEvent {
  workspaceId: string;
  agentId: string;
  conversationId: string;
  event: NotificationEvent;
  /** Unique among the events of its kind in the workspace: a member is notified once of each event. */
  cause: string;
  /** The customer's message, or the reply that did not arrive. */
  messageId?: string;
  supportRequestId?: string;
  clockId?: string;
  milestone?: string;
  /** The only member to notify. Absent: all members who see the agent. */
  memberId?: string;
  /** The member who caused the event, who is not notified. */
  actorMemberId?: string;
}

/** The classes of events that {@link notableEvent} knows. */
export const NOTABLE_EVENTS = [
  ConversationAssigned,
  ConversationHandedOver,
  CustomerReplied,
  ReplyChanged,
  SlaBreached,
  SlaImminent,
  SupportRequestAssigned,
];

const UNDELIVERED: readonly ReplyStatus[] = ['failed', 'uncertain', 'bounced'];

/** Null: the event notifies no members. */
export function notableEvent(event: ConversationEvent): NotableEvent | null {
  const { workspaceId, agentId, conversationId } = event.data;
  const of = { workspaceId, agentId, conversationId };
  if (event instanceof ConversationHandedOver) return { ...of, ...ofMessage(event.data), event: 'newConversation' };
  if (event instanceof CustomerReplied) return { ...of, ...ofMessage(event.data), event: 'customerReply' };
  if (event instanceof ConversationAssigned) {
    return { ...of, ...ofAssignment(event.data), cause: `${conversationId}@${event.data.version}`, event: 'assigned' };
  }
  if (event instanceof SupportRequestAssigned) {
    const { supportRequestId, version } = event.data;
    const cause = `${supportRequestId}@${version}`;
    return { ...of, ...ofAssignment(event.data), supportRequestId, cause, event: 'assigned' };
  }
  if (event instanceof ReplyChanged) {
    const { messageId, version, actorMemberId, deliveryStatus } = event.data;
    const moved = event.isMoved ? event.data.status : deliveryStatus;
    if (moved === null || !UNDELIVERED.includes(moved)) return null;
    return { ...of, messageId, cause: `${messageId}@${version}`, ...by(actorMemberId), event: 'replyUndelivered' };
  }
  if (event instanceof SlaImminent || event instanceof SlaBreached) {
    const { supportRequestId, clockId, milestone } = event.data;
    const kind = event instanceof SlaBreached ? 'slaBreach' : 'slaWarning';
    return { ...of, supportRequestId, clockId, milestone, cause: clockId, event: kind };
  }
  return null;
}

function ofMessage({ messageId }: { messageId: string }): Pick<NotableEvent, 'messageId' | 'cause'> {
  return { messageId, cause: messageId };
}

function ofAssignment({
  memberId,
  actorMemberId,
}: {
  memberId: string;
  actorMemberId: string | null;
}): Partial<NotableEvent> {
  return { memberId, ...by(actorMemberId) };
}

function by(actorMemberId: string | null): Pick<NotableEvent, 'actorMemberId'> {
  return actorMemberId === null ? {} : { actorMemberId };
}
