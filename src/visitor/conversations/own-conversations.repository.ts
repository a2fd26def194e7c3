import { Injectable } from '@nestjs/common';
import { Any, MoreThan, Raw } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { uuidOrNil } from '../../common/database/uuid';
import {
  CHANGE_MESSAGE,
  COUNT_UNREAD,
  INSERT_PLACES,
  LIST_POSITIONS,
  LIST_CHANGES,
  MARK_READ,
} from './own-conversations.sql';
import { VisitorConversation } from './visitor-conversation.entity';
import { VisitorMessage } from './visitor-message.entity';

/** What is stored of a conversation when its visitor begins it. */
export type NewVisitorConversation = Pick<
  VisitorConversation,
  'workspaceId' | 'conversationId' | 'agentId' | 'sessionId' | 'surface' | 'verified' | 'site' | 'pageUrl' | 'locale'
>;

/** SHA-256 of what the visitor accepted before they spoke. */
export type VoiceConsentHash = VisitorConversation['voiceConsentHash'];

/** The sections of sources that a message of the agent quotes, or offers in place of an answer. */
export type SectionsOfMessage = Pick<VisitorMessage, 'citations' | 'suggestions'>;

/** A message that is new to a visitor, or has changed. */
export interface ChangedMessage {
  at: number;
  messageId: string;
  isNew: boolean;
}

export interface VisitorPosition {
  conversationId: string;
  lastSeq: number;
  readSeq: number;
  agentAnswers: boolean;
  isPageBlocked: boolean;
}

/** The tables visitor_conversations and visitor_messages. */
@Injectable()
export class OwnConversationsRepository {
  constructor(private readonly work: UnitOfWork) {}

  async insert(conversation: NewVisitorConversation, voiceConsentHash: VoiceConsentHash = null): Promise<void> {
    const consent = voiceConsentHash && { voiceConsentHash, voiceConsentedAt: () => 'now()' };
    await this.work.manager.insert(VisitorConversation, { ...conversation, ...consent });
  }

  find(workspaceId: string, conversationId: string): Promise<VisitorConversation | null> {
    return this.work.manager.findOneBy(VisitorConversation, { workspaceId, conversationId: uuidOrNil(conversationId) });
  }

  /** Those of these conversations that visitors have, in no order. */
  listThese(workspaceId: string, conversationIds: readonly string[]): Promise<VisitorConversation[]> {
    return this.work.manager.findBy(VisitorConversation, { workspaceId, conversationId: Any(conversationIds) });
  }

  /** The newest, at most `most`. */
  async listIdsOfSession(workspaceId: string, sessionId: string, most: number): Promise<string[]> {
    const found = await this.work.manager.find(VisitorConversation, {
      select: { workspaceId: true, conversationId: true },
      where: { workspaceId, sessionId },
      order: { conversationId: 'DESC' },
      take: most,
    });
    return found.map(({ conversationId }) => conversationId);
  }

  /** The one that the session has begun since, or shortly before. */
  async findBegunSince(workspaceId: string, sessionId: string, since: string): Promise<string | null> {
    const found = await this.work.manager.findOne(VisitorConversation, {
      select: { workspaceId: true, conversationId: true },
      where: {
        workspaceId,
        sessionId,
        createdAt: Raw((column) => `${column} > :since::timestamptz - interval '2 seconds'`, { since }),
      },
      order: { conversationId: 'DESC' },
    });
    return found?.conversationId ?? null;
  }

  /** The sessions in which these conversations began. */
  async listSessionIds(workspaceId: string, conversationIds: readonly string[]): Promise<string[]> {
    const found = await this.work.manager.find(VisitorConversation, {
      select: { workspaceId: true, conversationId: true, sessionId: true },
      where: { workspaceId, conversationId: Any(conversationIds) },
    });
    return [...new Set(found.flatMap(({ sessionId }) => sessionId ?? []))];
  }

  async updateClaim(
    workspaceId: string,
    conversationId: string,
    { email, name }: { email: string; name: string | null },
  ): Promise<void> {
    const change = { email, name, consentedAt: () => 'now()' };
    await this.work.manager.update(VisitorConversation, { workspaceId, conversationId }, change);
  }

  /** Who writes in them was signed for. */
  async updateVerified(workspaceId: string, conversationIds: readonly string[]): Promise<void> {
    const which = { workspaceId, conversationId: Any(conversationIds) };
    await this.work.manager.update(VisitorConversation, which, { verified: true });
  }

  /** Of a text that was accepted before, the first time stays. */
  async updateVoiceConsent(workspaceId: string, conversationId: string, hash: Buffer): Promise<void> {
    const change = { voiceConsentHash: hash, voiceConsentedAt: () => 'now()' };
    const isOther = Raw((column) => `${column} IS DISTINCT FROM :hash`, { hash });
    const which = { workspaceId, conversationId, voiceConsentHash: isOther };
    await this.work.manager.update(VisitorConversation, which, change);
  }

  /** Places for what was said before. */
  async insertPlaces(
    workspaceId: string,
    conversationId: string,
    messages: readonly { id: string; fromVisitor: boolean }[],
  ): Promise<void> {
    const columns = [messages.map(({ id }) => id), messages.map(({ fromVisitor }) => fromVisitor)];
    await this.work.query(INSERT_PLACES, [workspaceId, conversationId, ...columns]);
  }

  /** Its visitor hears that a message has changed. */
  async change(workspaceId: string, conversationId: string, messageId: string): Promise<void> {
    await this.work.query(CHANGE_MESSAGE, [workspaceId, conversationId, messageId]);
  }

  async updateSections(
    workspaceId: string,
    conversationId: string,
    messageId: string,
    sections: SectionsOfMessage,
  ): Promise<void> {
    await this.work.manager.update(VisitorMessage, { workspaceId, conversationId, messageId }, sections);
  }

  /** Past a place, at most so many, in their order. */
  listMessages(workspaceId: string, conversationId: string, after: number, most: number): Promise<VisitorMessage[]> {
    return this.work.manager.find(VisitorMessage, {
      where: { workspaceId, conversationId, seq: MoreThan(after) },
      order: { seq: 'ASC' },
      take: most,
    });
  }

  listOf(workspaceId: string, conversationId: string, messageIds: readonly string[]): Promise<VisitorMessage[]> {
    return this.work.manager.findBy(VisitorMessage, { workspaceId, conversationId, messageId: Any(messageIds) });
  }

  listChanges(workspaceId: string, conversationId: string, after: number, most: number): Promise<ChangedMessage[]> {
    return this.work.prepared<ChangedMessage>(LIST_CHANGES, [workspaceId, conversationId, after, most]);
  }

  /** Of conversations by their workspaces, in the same order. */
  listPositions(workspaceIds: readonly string[], conversationIds: readonly string[]): Promise<VisitorPosition[]> {
    return this.work.prepared<VisitorPosition>(LIST_POSITIONS, [workspaceIds, conversationIds]);
  }

  /** By conversation; those that are not here have nothing unread. */
  async countUnread(workspaceId: string, conversationIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.work.prepared<{ conversationId: string; unread: number }>(COUNT_UNREAD, [
      workspaceId,
      conversationIds,
    ]);
    return new Map(rows.map(({ conversationId, unread }) => [conversationId, unread]));
  }

  /** False where there is no such message. */
  async markRead(workspaceId: string, conversationId: string, messageId: string): Promise<boolean> {
    return (await this.work.query(MARK_READ, [workspaceId, conversationId, uuidOrNil(messageId)])).length > 0;
  }
}
