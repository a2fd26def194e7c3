import { Injectable } from '@nestjs/common';
import { excerpt } from '../common/text/excerpt';
import type {
  ConversationParticipant,
  LockedMailConversation,
  MailConversation,
  NewMailMessage,
} from './conversation.types';
import { MailConversationsRepository } from './mail-conversations.repository';

const SUBJECT_LENGTH = 200;
/** In ten minutes; nobody writes so much, and programs that answer each other do. */
const MOST_LATELY = 20;
const MOST_EQUAL = 3;

/** Conversations as incoming mail needs them. Every method joins the caller's transaction. */
@Injectable()
export class MailConversationsService {
  constructor(private readonly conversations: MailConversationsRepository) {}

  /** Of any workspace: only for an id that a signed address or a Message-ID of ours has named. */
  find(conversationId: string): Promise<MailConversation | null> {
    return this.conversations.find(conversationId);
  }

  /** The newest that goes on from this one and is not over itself; null: none. The caller holds the lock of this one. */
  findContinuation(workspaceId: string, conversationId: string): Promise<MailConversation | null> {
    return this.conversations.findContinuation(workspaceId, conversationId);
  }

  /** Null where it is gone. */
  lock(workspaceId: string, conversationId: string): Promise<LockedMailConversation | null> {
    return this.conversations.findLocked(workspaceId, conversationId);
  }

  /**
   * A new one, which is with people; `isClosed`: nobody is to look after it. Its id.
   */
  open({
    subject,
    ...conversation
  }: {
    workspaceId: string;
    agentId: string;
    contactId: string | null;
    subject: string | null;
    previousConversationId: string | null;
    isClosed: boolean;
  }): Promise<string> {
    return this.conversations.insert({ ...conversation, subject: subject && excerpt(subject, SUBJECT_LENGTH) });
  }

  /** Adds a message and changes nothing else; its id. */
  append(workspaceId: string, conversationId: string, message: NewMailMessage): Promise<string> {
    return this.conversations.append(workspaceId, conversationId, message);
  }

  /** People have something to do in it: it is open, whatever it was, and theirs. The caller holds its lock. */
  takeUp(workspaceId: string, conversationId: string): Promise<void> {
    return this.conversations.takeUp(workspaceId, conversationId);
  }

  /** Those whom the customer has written to besides us; beyond 50 of a conversation nobody is added. */
  async addParticipants(
    workspaceId: string,
    conversationId: string,
    participants: readonly ConversationParticipant[],
  ): Promise<void> {
    if (participants.length > 0) {
      await this.conversations.insertParticipants(workspaceId, conversationId, participants);
    }
  }

  isParticipant(workspaceId: string, conversationId: string, address: string): Promise<boolean> {
    return this.conversations.existsParticipant(workspaceId, conversationId, address);
  }

  /** Whether a mail of this address is in the conversation that may well be theirs. */
  hasWritten(workspaceId: string, conversationId: string, address: string): Promise<boolean> {
    return this.conversations.existsMailOf(workspaceId, conversationId, address);
  }

  /** Whether one more mail of this sender must be a program's: the 21st in ten minutes, or the third of the same words. */
  async isFlood(workspaceId: string, conversationId: string, address: string, content: string): Promise<boolean> {
    const { mails, equal } = await this.conversations.countLately(workspaceId, conversationId, address, content);
    return mails >= MOST_LATELY || (content !== '' && equal + 1 >= MOST_EQUAL);
  }
}
