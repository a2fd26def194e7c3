import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../common/request/principal';
import { excerpt } from '../common/text/excerpt';
import type {
  AfterMessages,
  ConversationState,
  ConversationSummary,
  ErasedOfAgent,
  LockedConversation,
  MessageAt,
  NewMessage,
} from './conversation.types';
import { ConversationsRepository } from './conversations.repository';

/** Messages that a chat turn may look back on. */
const MEMORY = 12;

const SUBJECT_LENGTH = 120;

/** Conversations in a contact's profile. */
const IN_PROFILE = 50;

/** Conversations as chat turns and contacts need them. Every method joins the caller's transaction. */
@Injectable()
export class ConversationsService {
  constructor(private readonly conversations: ConversationsRepository) {}

  /** A conversation of this agent with its newest messages; null where there is none. One statement. */
  recall(workspaceId: string, agentId: string, conversationId: string): Promise<ConversationState | null> {
    return this.conversations.findState(workspaceId, agentId, conversationId, MEMORY);
  }

  /** The newest 50 of a contact that the caller may see, newest first. One statement. */
  ofContact({ workspaceId, agentIds }: WorkspaceScope, contactId: string): Promise<ConversationSummary[]> {
    return this.conversations.listOfContact(workspaceId, contactId, agentIds, IN_PROFILE);
  }

  /** How many of a contact the caller may see. */
  countOfContact({ workspaceId, agentIds }: WorkspaceScope, contactId: string): Promise<number> {
    return this.conversations.countOfContact(workspaceId, contactId, agentIds);
  }

  /** All of a contact, whoever may see them. */
  idsOfContact(workspaceId: string, contactId: string): Promise<string[]> {
    return this.conversations.listIdsOfContact(workspaceId, contactId);
  }

  /** The agents that a contact has talked to. */
  agentsOfContact(workspaceId: string, contactId: string): Promise<string[]> {
    return this.conversations.listAgentIdsOfContact(workspaceId, contactId);
  }

  /** All of a contact, locked: no turn goes on in them. */
  lockOfContact(workspaceId: string, contactId: string): Promise<string[]> {
    return this.conversations.listLockedIdsOfContact(workspaceId, contactId);
  }

  countMessages(workspaceId: string, conversationIds: readonly string[]): Promise<number> {
    return this.conversations.countMessages(workspaceId, conversationIds);
  }

  /** Erases conversations with their messages. */
  erase(workspaceId: string, conversationIds: readonly string[]): Promise<ErasedOfAgent[]> {
    return this.conversations.delete(workspaceId, conversationIds);
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
