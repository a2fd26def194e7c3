import { Injectable } from '@nestjs/common';
import { newId } from '../common/database/uuid';
import { excerpt } from '../common/text/excerpt';
import type { ConversationState, LockedConversation, MessageAt, NewMessage, Visitor } from './conversation.types';
import { ConversationsRepository } from './conversations.repository';

/** Messages that a chat turn may look back on. */
const MEMORY = 12;

const SUBJECT_LENGTH = 120;

/** Conversations as chat turns need them. Every method joins the caller's transaction. */
@Injectable()
export class ConversationsService {
  constructor(private readonly conversations: ConversationsRepository) {}

  /** A conversation of this agent with its newest messages; null where there is none. One statement. */
  recall(workspaceId: string, agentId: string, conversationId: string): Promise<ConversationState | null> {
    return this.conversations.findState(workspaceId, agentId, conversationId, MEMORY);
  }

  async open(input: {
    workspaceId: string;
    agentId: string;
    firstMessage: string;
    visitor: Visitor | null;
  }): Promise<string> {
    const id = newId();
    await this.conversations.insert({ ...input, id, subject: excerpt(input.firstMessage, SUBJECT_LENGTH) });
    return id;
  }

  lock(workspaceId: string, conversationId: string): Promise<LockedConversation> {
    return this.conversations.lock(workspaceId, conversationId);
  }

  append(
    workspaceId: string,
    conversationId: string,
    messages: readonly NewMessage[],
    after: { consecutiveNoAnswers: number; handOver: boolean },
  ): Promise<MessageAt[]> {
    return this.conversations.append(workspaceId, conversationId, messages, after);
  }
}
