import { Injectable } from '@nestjs/common';
import { excerpt } from '../common/text/excerpt';
import type { AfterMessages, ConversationState, LockedConversation, MessageAt, NewMessage } from './conversation.types';
import { ConversationsRepository } from './conversations.repository';

/** Messages that a chat turn may look back on. */
const MEMORY = 12;

const SUBJECT_LENGTH = 120;

/** Conversations as chat turns need them. Every method joins the caller's transaction. */
@Injectable()
export class ChatConversationsService {
  constructor(private readonly conversations: ConversationsRepository) {}

  /** A conversation of this agent with its newest messages; null where there is none. One statement. */
  recall(workspaceId: string, agentId: string, conversationId: string): Promise<ConversationState | null> {
    return this.conversations.findState(workspaceId, agentId, conversationId, MEMORY);
  }

  async open(input: {
    workspaceId: string;
    agentId: string;
    firstMessage: string;
    contactId: string | null;
  }): Promise<string> {
    const { firstMessage, ...conversation } = input;
    return this.conversations.insert({ ...conversation, subject: excerpt(firstMessage, SUBJECT_LENGTH) });
  }

  /** Null where it is gone. */
  lock(workspaceId: string, conversationId: string): Promise<LockedConversation | null> {
    return this.conversations.findLocked(workspaceId, conversationId);
  }

  append(
    workspaceId: string,
    conversationId: string,
    messages: readonly NewMessage[],
    after: AfterMessages,
  ): Promise<MessageAt[]> {
    return this.conversations.append(workspaceId, conversationId, messages, after);
  }
}
