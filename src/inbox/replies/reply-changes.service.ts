import { Injectable } from '@nestjs/common';
import { ReplyChanged } from '../../conversations/conversation-events';
import { ConversationUpdated } from '../../conversations/conversation-events';
import { DomainEvents } from '../../common/events/domain-events';
import { ConversationsRepository } from '../../conversations/conversations.repository';
import { RepliesRepository } from './replies.repository';
import type { ReplyChange } from './reply-endings';
import { Reply } from './reply.entity';
import type { ReplyKey, ReplyStatus } from './reply.types';

/** Nobody has answered the customer: the conversation needs somebody. */
const UNANSWERED: readonly ReplyStatus[] = ['failed', 'uncertain', 'bounced'];

/**
 * Changes a reply with everything that follows from it: whether the customer sees the message, what the conversation waits
 * for, what members hear. Every method joins the caller's transaction.
 */
@Injectable()
export class ReplyChangesService {
  constructor(
    private readonly replies: RepliesRepository,
    private readonly conversations: ConversationsRepository,
    private readonly events: DomainEvents,
  ) {}

  /** The reply, after its conversation, until the transaction ends. Null: it was erased. */
  async findLocked(key: ReplyKey): Promise<Reply | null> {
    if (!(await this.conversations.findLocked(key.workspaceId, key.conversationId))) return null;
    return this.replies.findLocked(key);
  }

  /** The reply as it is then; the caller has locked it. */
  async apply(reply: Reply, change: ReplyChange): Promise<Reply> {
    const changed = Object.assign(new Reply(), reply, change, { version: reply.version + 1 });
    await this.replies.update(reply, { ...change, version: changed.version });
    const settledNow = changed.settledBy === reply.settledBy ? null : changed.settledBy;
    this.events.publish(replyChanged(changed, reply.status, settledNow?.memberId ?? null));
    const isMoved = changed.status !== reply.status && (await this.follow(changed));
    if (isMoved) this.events.publish(new ConversationUpdated(conversationOf(reply)));
    return changed;
  }

  /** Whether the conversation changed. */
  private async follow(reply: Reply): Promise<boolean> {
    const { status, sentAt } = reply;
    if (status === 'sent') {
      await this.replies.updateMessage(reply, { sentAt });
      return this.replies.markAnswered(reply);
    }
    // It came back: the customer has not seen it.
    if (status === 'bounced') await this.replies.updateMessage(reply, { sentAt: null });
    return UNANSWERED.includes(status) && this.replies.markUnanswered(reply);
  }
}

function conversationOf({ workspaceId, agentId, conversationId }: Reply): ConversationUpdated['data'] {
  return { workspaceId, agentId, conversationId };
}

function replyChanged(reply: Reply, previousStatus: ReplyStatus, actorMemberId: string | null): ReplyChanged {
  const { messageId, type, status, sentAt, version } = reply;
  const facts = {
    messageId,
    type,
    status,
    sentAt: sentAt?.toISOString() ?? null,
    version,
    previousStatus,
    actorMemberId,
  };
  return new ReplyChanged({ ...conversationOf(reply), ...facts });
}
