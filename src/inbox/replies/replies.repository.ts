import { Injectable } from '@nestjs/common';
import { Any, Not, type QueryDeepPartialEntity } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../common/database/uuid';
import { required } from '../../common/errors/required';
import { Conversation } from '../../conversations/conversation.entity';
import { Message } from '../../conversations/message.entity';
import { MARK_ANSWERED } from './replies.sql';
import { ReplyRevision } from './reply-revision.entity';
import { Reply } from './reply.entity';
import type { ReplyKey } from './reply.types';

export interface NewReply extends Pick<
  Reply,
  'workspaceId' | 'conversationId' | 'agentId' | 'channel' | 'type' | 'envelope'
> {
  content: string;
  authorMemberId: string;
}

/** A reply with the message that it is. */
export interface WrittenReply {
  reply: Reply;
  message: Message;
}

/** The tables replies and reply_revisions, and what replies change about their messages and conversations. */
@Injectable()
export class RepliesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** The id of the new message, which nobody but members sees yet; to be sent in so many seconds. */
  async insert({ content, authorMemberId, ...reply }: NewReply, undoSeconds: number): Promise<string> {
    const { workspaceId, conversationId, channel } = reply;
    const id = newId();
    const text = { workspaceId, conversationId, id, channel, content, authorMemberId, role: 'human' as const };
    await this.work.manager.insert(Message, { ...text, turnId: null, sentAt: null });
    const dispatchAfterAt = (): string => `clock_timestamp() + make_interval(secs => ${Math.trunc(undoSeconds)})`;
    await this.work.manager.insert(Reply, {
      ...reply,
      messageId: id,
      dispatchAfterAt,
    });
    await this.insertRevision({ workspaceId, conversationId, messageId: id }, { revision: 0, content, authorMemberId });
    return id;
  }

  /** A message of this member, or of whomever. */
  existsMessage(workspaceId: string, conversationId: string, id: string, authorMemberId?: string): Promise<boolean> {
    const which = {
      workspaceId,
      conversationId: uuidOrNil(conversationId),
      id,
      ...(authorMemberId && { authorMemberId }),
    };
    return this.work.manager.existsBy(Message, which);
  }

  /** As many as members have written in these conversations. */
  async listIds(workspaceId: string, conversationIds: readonly string[]): Promise<string[]> {
    const found = await this.work.manager.find(Reply, {
      select: { workspaceId: true, conversationId: true, messageId: true },
      where: { workspaceId, conversationId: Any(conversationIds) },
    });
    return found.map(({ messageId }) => messageId);
  }

  async insertRevision(
    { workspaceId, conversationId, messageId }: ReplyKey,
    revision: Pick<ReplyRevision, 'revision' | 'content' | 'authorMemberId'>,
  ): Promise<void> {
    await this.work.manager.insert(ReplyRevision, { workspaceId, conversationId, messageId, ...revision });
  }

  /** @throws NotFound also for what no member has written */
  async require(workspaceId: string, conversationId: string, messageId: string): Promise<WrittenReply> {
    const key = keyOf(workspaceId, conversationId, messageId);
    const reply = required(await this.work.manager.findOneBy(Reply, key));
    return { reply, message: await this.requireMessage(key) };
  }

  /** The same, until the transaction ends. The caller holds the conversation's lock. @throws NotFound */
  async requireLocked(workspaceId: string, conversationId: string, messageId: string): Promise<WrittenReply> {
    const key = keyOf(workspaceId, conversationId, messageId);
    const reply = required(await this.findLocked(key));
    return { reply, message: await this.requireMessage(key) };
  }

  /** Null: gone. The caller holds the conversation's lock. */
  findLocked({ workspaceId, conversationId, messageId }: ReplyKey): Promise<Reply | null> {
    const where = { workspaceId, conversationId, messageId };
    return this.work.manager.findOne(Reply, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** In whatever conversation of the workspace. */
  findByMessage(workspaceId: string, messageId: string): Promise<Reply | null> {
    return this.work.manager.findOneBy(Reply, { workspaceId, messageId: uuidOrNil(messageId) });
  }

  /** The reply by mail with this id, in whatever workspace: a token that this service has issued names it. */
  async findSent(messageId: string): Promise<Reply | null> {
    return this.work.manager.findOneBy(Reply, { messageId: uuidOrNil(messageId), channel: 'email' });
  }

  /** Replies by mail, by their own ids or by those of a mail server; no more than are asked for. */
  async listSent(workspaceId: string, ids: readonly string[], serverMessageIds: readonly string[]): Promise<Reply[]> {
    const byMail = { workspaceId, channel: 'email' as const };
    // Two statements, each by an index of its own.
    const own = await this.work.manager.findBy(Reply, { ...byMail, messageId: Any(ids) });
    const replaced = await this.work.manager.findBy(Reply, { ...byMail, serverMessageId: Any(serverMessageIds) });
    return [...own, ...replaced];
  }

  /** Oldest first; as many as members edit by hand. */
  listRevisions({ workspaceId, conversationId, messageId }: ReplyKey): Promise<ReplyRevision[]> {
    const where = { workspaceId, conversationId, messageId };
    return this.work.manager.find(ReplyRevision, { where, order: { revision: 'ASC' } });
  }

  async update(
    { workspaceId, conversationId, messageId }: ReplyKey,
    change: QueryDeepPartialEntity<Reply>,
  ): Promise<void> {
    await this.work.manager.update(Reply, { workspaceId, conversationId, messageId }, change);
  }

  async updateMessage(
    { workspaceId, conversationId, messageId: id }: ReplyKey,
    change: Partial<Pick<Message, 'content' | 'sentAt'>>,
  ): Promise<void> {
    await this.work.manager.update(Message, { workspaceId, conversationId, id }, change);
  }

  /** Somebody has written in it: it is open and with people. */
  async takeOver({ workspaceId, id, status }: Pick<Conversation, 'workspaceId' | 'id' | 'status'>): Promise<void> {
    await this.work.manager.update(
      Conversation,
      { workspaceId, id },
      {
        handler: 'human',
        status: status === 'closed' ? 'open' : status,
        closedAt: null,
        lastMessageAt: () => 'now()',
        updatedAt: () => 'now()',
        version: () => 'version + 1',
      },
    );
  }

  /** An open conversation waits for the customer, unless they have written since the message. Whether anything changed. */
  async markAnswered({ workspaceId, conversationId, messageId }: ReplyKey): Promise<boolean> {
    return (await this.work.query(MARK_ANSWERED, [workspaceId, conversationId, messageId])).length > 0;
  }

  /** The conversation is open, even if it was closed. Whether anything changed. */
  async markUnanswered({ workspaceId, conversationId }: ReplyKey): Promise<boolean> {
    const { affected } = await this.work.manager.update(
      Conversation,
      { workspaceId, id: conversationId, status: Not('open' as const) },
      { status: 'open', closedAt: null, updatedAt: () => 'now()', version: () => 'version + 1' },
    );
    return affected === 1;
  }

  private async requireMessage({ workspaceId, conversationId, messageId: id }: ReplyKey): Promise<Message> {
    return required(await this.work.manager.findOneBy(Message, { workspaceId, conversationId, id }));
  }
}

function keyOf(workspaceId: string, conversationId: string, messageId: string): ReplyKey {
  return { workspaceId, conversationId: uuidOrNil(conversationId), messageId: uuidOrNil(messageId) };
}
