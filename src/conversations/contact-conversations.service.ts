import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../common/request/principal';
import type { ConversationSummary } from './conversation.types';
import { ConversationsRepository } from './conversations.repository';

/** Conversations in a contact's profile. */
const IN_PROFILE = 50;

/** The conversations of a contact, as profiles show them and an erasure takes them. Every method joins the caller's transaction. */
@Injectable()
export class ContactConversationsService {
  constructor(private readonly conversations: ConversationsRepository) {}

  /** The newest 50 that the caller may see, newest first. One statement. */
  list({ workspaceId, agentIds }: WorkspaceScope, contactId: string): Promise<ConversationSummary[]> {
    return this.conversations.listOfContact(workspaceId, contactId, agentIds, IN_PROFILE);
  }

  /** How many the caller may see. */
  count({ workspaceId, agentIds }: WorkspaceScope, contactId: string): Promise<number> {
    return this.conversations.countOfContact(workspaceId, contactId, agentIds);
  }

  /** All of them, whoever may see them. */
  listIds(workspaceId: string, contactId: string): Promise<string[]> {
    return this.conversations.listIdsOfContact(workspaceId, contactId);
  }

  /** The agents that the contact has talked to. */
  listAgentIds(workspaceId: string, contactId: string): Promise<string[]> {
    return this.conversations.listAgentIdsOfContact(workspaceId, contactId);
  }

  /** All of them, locked: no turn goes on in them. */
  lock(workspaceId: string, contactId: string): Promise<string[]> {
    return this.conversations.listLockedIdsOfContact(workspaceId, contactId);
  }

  /** Those of these that there are, locked in the same order. */
  lockThese(workspaceId: string, ids: readonly string[]): Promise<string[]> {
    return this.conversations.listLockedIds(workspaceId, ids);
  }

  /** The addresses from which the contact has written in them. */
  listMailAddresses(workspaceId: string, conversationIds: readonly string[]): Promise<string[]> {
    return this.conversations.listMailAddressesOfContact(workspaceId, conversationIds);
  }
}
