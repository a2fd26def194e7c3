import { ReplyChanged } from '../../conversations/conversation-events';
import type { Delivery } from './deliveries/delivery.entity';
import type { Reply } from './reply.entity';

/** The text or the status of a reply has changed, or the delivery to a further recipient. `actorMemberId`: who settled it with this change. */
export function replyChanged(
  reply: Reply,
  before: Reply,
  actorMemberId: string | null,
  delivery: Delivery | null = null,
): ReplyChanged {
  const { workspaceId, agentId, conversationId, messageId, type, channel, status, version, revisionCount } = reply;
  const of = { workspaceId, agentId, conversationId, messageId, type, channel };
  return new ReplyChanged({
    ...{ ...of, status, version, revisionCount, actorMemberId },
    previousStatus: before.status,
    previousRevisionCount: before.revisionCount,
    failureClass: reply.failure?.class ?? null,
    sentAt: reply.sentAt?.toISOString() ?? null,
    deliveryStatus: delivery?.status ?? null,
  });
}
