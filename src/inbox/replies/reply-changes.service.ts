import { Injectable } from '@nestjs/common';
import { ConversationsRepository } from '../conversations.repository';
import { InboxEventsService } from '../events/inbox-events.service';
import { NotificationsPort } from '../notifications.port';
import { RepliesRepository } from './replies.repository';
import type { ReplyChange } from './reply-endings';
import { ReplyFollowerPort } from './reply-follower.port';
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
    private readonly events: InboxEventsService,
    private readonly follower: ReplyFollowerPort,
    private readonly notifications: NotificationsPort,
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
    const { workspaceId, agentId, conversationId, messageId } = reply;
    const happening = { workspaceId, agentId, conversationId };
    await this.events.append({ ...happening, type: 'message.updated', messageId });
    const moved = changed.status !== reply.status && (await this.follow(changed));
    if (moved) await this.events.append({ ...happening, type: 'conversation.updated' });
    if (changed.status !== reply.status) {
      await this.follower.moved(changed);
      if (UNANSWERED.includes(changed.status)) {
        const settledNow = changed.settledBy === reply.settledBy ? null : changed.settledBy;
        await this.notifyUndelivered(changed, settledNow?.memberId ?? null);
      }
    }
    return changed;
  }

  /** Whoever has just said so themselves knows. */
  private notifyUndelivered(reply: Reply, actorMemberId: string | null): Promise<void> {
    const { workspaceId, agentId, conversationId, messageId, version } = reply;
    const cause = `${messageId}@${version}`;
    const by = actorMemberId === null ? {} : { actorMemberId };
    const of = { workspaceId, agentId, conversationId, messageId };
    return this.notifications.notify({ ...of, event: 'replyUndelivered', cause, ...by });
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
