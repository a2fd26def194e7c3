import { Injectable } from '@nestjs/common';
import { Any, Not, type QueryDeepPartialEntity } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { uuidOrNil } from '../../common/database/uuid';
import { required } from '../../common/errors/required';
import type { MessageRecord } from '../../conversations/conversation-queries.service';
import type { ConversationChannel } from '../../conversations/conversation.types';
import { CLAIM_REPLY, FILES_AWAITED_UNTIL, FIND_ABANDONED_REPLY, FIND_AWAITING_TOO_LONG } from './replies.sql';
import type { Delivery } from './deliveries/delivery.entity';
import type { ReplyEnvelope } from './reply-mail.port';
import { Reply, ReplyRevision } from './reply.entity';
import type { DeliveryClaim, ReplyClaim, ReplyKey, ReplyRecipient } from './reply.types';

export type NewReply = ReplyKey &
  Pick<Reply, 'agentId' | 'channel' | 'type' | 'envelope' | 'closeWhenSent'> & {
    /** Whether the scanner has not seen all its files. */
    awaitsFiles: boolean;
  };

export interface ClaimedReply extends ReplyClaim {
  revision: number;
  /** Null on the widget channel. */
  envelope: ReplyEnvelope | null;
  /** Further recipients that the headers name; null: there are none. */
  visible: ReplyRecipient[] | null;
  /** To further recipients, in their order; null: none is due. */
  deliveries: DeliveryClaim[] | null;
}

/** A reply with its message. */
export interface WrittenReply {
  reply: Reply;
  message: MessageRecord;
}

/** A reply with its history. */
export interface ReplyStory extends WrittenReply {
  /** Null: it does not go by mail. */
  messageIdHeader: string | null;
  /** To further recipients. */
  deliveries: Delivery[];
  revisions: ReplyRevision[];
}

/** The tables replies and reply_revisions. */
@Injectable()
export class RepliesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Of a message that there is, to be sent in `undoSeconds`. */
  async insert({ awaitsFiles, ...reply }: NewReply, undoSeconds: number): Promise<void> {
    const dispatchAfterAt = (): string => `clock_timestamp() + make_interval(secs => ${Math.trunc(undoSeconds)})`;
    const awaitsFilesUntil = awaitsFiles ? (): string => FILES_AWAITED_UNTIL : null;
    await this.work.manager.insert(Reply, { ...reply, dispatchAfterAt, awaitsFilesUntil });
  }

  /** @throws NotFound also if no member has written the message */
  async require(workspaceId: string, conversationId: string, messageId: string): Promise<Reply> {
    const where = { workspaceId, conversationId: uuidOrNil(conversationId), messageId: uuidOrNil(messageId) };
    return required(await this.work.manager.findOneBy(Reply, where));
  }

  /** Null: it was erased. The caller holds the lock of the conversation. */
  findLocked({ workspaceId, conversationId, messageId }: ReplyKey): Promise<Reply | null> {
    const where = { workspaceId, conversationId, messageId: uuidOrNil(messageId) };
    return this.work.manager.findOne(Reply, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** In any conversation of the workspace. */
  findByMessage(workspaceId: string, messageId: string): Promise<Reply | null> {
    return this.work.manager.findOneBy(Reply, { workspaceId, messageId: uuidOrNil(messageId) });
  }

  /** A reply by mail, of any workspace: only for an id from a token of this service. */
  findSent(messageId: string): Promise<Reply | null> {
    return this.work.manager.findOneBy(Reply, { messageId: uuidOrNil(messageId), channel: 'email' });
  }

  /** Replies by mail with these ids, or with these Message-IDs of a mail server; no more than the caller names. */
  async listSent(workspaceId: string, ids: readonly string[], serverMessageIds: readonly string[]): Promise<Reply[]> {
    const byMail = { workspaceId, channel: 'email' as const };
    // Two statements, each by an index of its own.
    const own = await this.work.manager.findBy(Reply, { ...byMail, messageId: Any(ids) });
    const replaced = await this.work.manager.findBy(Reply, { ...byMail, serverMessageId: Any(serverMessageIds) });
    return [...own, ...replaced];
  }

  /** The newest reply by mail of a conversation that was not undone. */
  findNewest(workspaceId: string, conversationId: string): Promise<Reply | null> {
    const where = { workspaceId, conversationId, channel: 'email' as const, status: Not('undone' as const) };
    return this.work.manager.findOne(Reply, { where, order: { messageId: 'DESC' } });
  }

  /** As many as members have written in these conversations. */
  async listIds(workspaceId: string, conversationIds: readonly string[]): Promise<string[]> {
    const found = await this.work.manager.find(Reply, {
      select: { workspaceId: true, conversationId: true, messageId: true },
      where: { workspaceId, conversationId: Any(conversationIds) },
    });
    return found.map(({ messageId }) => messageId);
  }

  async update(
    { workspaceId, conversationId, messageId }: ReplyKey,
    change: QueryDeepPartialEntity<Reply>,
  ): Promise<void> {
    await this.work.manager.update(Reply, { workspaceId, conversationId, messageId }, change);
  }

  async insertRevision(
    { workspaceId, conversationId, messageId }: ReplyKey,
    revision: Pick<ReplyRevision, 'revision' | 'content' | 'authorMemberId'>,
  ): Promise<void> {
    await this.work.manager.insert(ReplyRevision, { workspaceId, conversationId, messageId, ...revision });
  }

  /** @throws NotFound if the reply was erased */
  async requireRevision(
    { workspaceId, conversationId, messageId }: ReplyKey,
    revision: number,
  ): Promise<ReplyRevision> {
    const where = { workspaceId, conversationId, messageId, revision };
    return required(await this.work.manager.findOneBy(ReplyRevision, where));
  }

  /** Oldest first; as many as members edit by hand. */
  listRevisions({ workspaceId, conversationId, messageId }: ReplyKey): Promise<ReplyRevision[]> {
    const where = { workspaceId, conversationId, messageId };
    return this.work.manager.find(ReplyRevision, { where, order: { revision: 'ASC' } });
  }

  /** The reply of the workspace that has been due the longest; null: there is none. */
  async claim(channel: ConversationChannel, workspaceId: string, leaseSeconds: number): Promise<ClaimedReply | null> {
    const [claim] = await this.work.query<ClaimedReply>(CLAIM_REPLY, [leaseSeconds, channel, workspaceId]);
    return claim ?? null;
  }

  /** A reply whose process died while sending it. Takes no lock. */
  async findAbandoned(): Promise<ReplyClaim | null> {
    const [abandoned] = await this.work.prepared<ReplyClaim>(FIND_ABANDONED_REPLY, []);
    return abandoned ?? null;
  }

  /** A reply that has waited for its files for too long; null: there is none. Takes no lock. */
  async findAwaitingTooLong(): Promise<ReplyKey | null> {
    const [found] = await this.work.prepared<ReplyKey>(FIND_AWAITING_TOO_LONG, []);
    return found ?? null;
  }

  /** Moves a reply that cannot be settled behind the others. */
  async postponeAbandoned({ workspaceId, conversationId, messageId, fence }: ReplyClaim): Promise<void> {
    const abandoned = { workspaceId, conversationId, messageId, fence, status: 'sending' as const };
    await this.work.manager.update(Reply, abandoned, {
      leaseEndsAt: () => `clock_timestamp() + interval '10 minutes'`,
    });
  }
}
