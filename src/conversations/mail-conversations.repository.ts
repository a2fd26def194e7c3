import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId } from '../common/database/uuid';
import type {
  ConversationParticipant,
  LockedMailConversation,
  MailConversation,
  NewMailMessage,
} from './conversation.types';
import {
  ADD_PARTICIPANTS,
  APPEND_MAIL_MESSAGE,
  COUNT_LATELY,
  FIND_MAIL_OF,
  EXISTS_PARTICIPANT,
  FIND_CONTINUATION,
  FIND_MAIL_CONVERSATION,
  INSERT_ATTACHMENT,
  LOCK_MAIL_CONVERSATION,
  OPEN_MAIL_CONVERSATION,
  TAKE_UP_CONVERSATION,
} from './mail-conversations.sql';

/** People whose mail belongs to a conversation, besides its contact. */
const MOST_PARTICIPANTS = 50;

/** The tables of conversations as incoming mail reads and writes them. */
@Injectable()
export class MailConversationsRepository {
  constructor(private readonly work: UnitOfWork) {}

  async find(id: string): Promise<MailConversation | null> {
    const [found] = await this.work.query<MailConversation>(FIND_MAIL_CONVERSATION, [id]);
    return found ?? null;
  }

  async findContinuation(workspaceId: string, id: string): Promise<MailConversation | null> {
    const [found] = await this.work.query<MailConversation>(FIND_CONTINUATION, [workspaceId, id]);
    return found ?? null;
  }

  /** Until the transaction ends. */
  async findLocked(workspaceId: string, id: string): Promise<LockedMailConversation | null> {
    const [found] = await this.work.query<LockedMailConversation>(LOCK_MAIL_CONVERSATION, [workspaceId, id]);
    return found ?? null;
  }

  /** The id of the new one. */
  async insert(conversation: {
    workspaceId: string;
    agentId: string;
    contactId: string | null;
    subject: string | null;
    previousConversationId: string | null;
    isClosed: boolean;
  }): Promise<string> {
    const id = newId();
    const { workspaceId, agentId, contactId, subject, previousConversationId, isClosed } = conversation;
    const parameters = [workspaceId, id, agentId, contactId, subject, previousConversationId, isClosed];
    await this.work.query(OPEN_MAIL_CONVERSATION, parameters);
    return id;
  }

  /** The id of the new message. */
  async append(workspaceId: string, conversationId: string, message: NewMailMessage): Promise<string> {
    const id = newId();
    const { role, content, sender, automatic, quotedFrom, writtenAt, fromBlocked, attachments } = message;
    const said = [role, content, sender && JSON.stringify(sender), automatic, quotedFrom, writtenAt, fromBlocked];
    await this.work.query(APPEND_MAIL_MESSAGE, [workspaceId, conversationId, id, ...said]);
    for (const { fileName, mediaType, inline, bytes } of attachments) {
      const kept = [newId(), fileName, mediaType, inline, Buffer.from(bytes)];
      await this.work.query(INSERT_ATTACHMENT, [workspaceId, conversationId, id, ...kept]);
    }
    return id;
  }

  async takeUp(workspaceId: string, conversationId: string): Promise<void> {
    await this.work.query(TAKE_UP_CONVERSATION, [workspaceId, conversationId]);
  }

  async insertParticipants(
    workspaceId: string,
    conversationId: string,
    participants: readonly ConversationParticipant[],
  ): Promise<void> {
    const parameters = [workspaceId, conversationId, JSON.stringify(participants), MOST_PARTICIPANTS];
    await this.work.query(ADD_PARTICIPANTS, parameters);
  }

  async existsParticipant(workspaceId: string, conversationId: string, address: string): Promise<boolean> {
    return (await this.work.query(EXISTS_PARTICIPANT, [workspaceId, conversationId, address])).length > 0;
  }

  async existsMailOf(workspaceId: string, conversationId: string, address: string): Promise<boolean> {
    return (await this.work.query(FIND_MAIL_OF, [workspaceId, conversationId, address])).length > 0;
  }

  async countLately(
    workspaceId: string,
    conversationId: string,
    address: string,
    content: string,
  ): Promise<{ mails: number; equal: number }> {
    const parameters = [workspaceId, conversationId, address, content];
    const [counted] = await this.work.query<{ mails: number; equal: number }>(COUNT_LATELY, parameters);
    return counted ?? { mails: 0, equal: 0 };
  }
}
