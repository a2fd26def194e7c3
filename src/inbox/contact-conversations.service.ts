import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../common/request/principal';
import type { ConversationSummary, ErasedOfAgent } from './conversation.types';
import { ConversationsRepository } from './conversations.repository';
import { InboxNotesService } from './notes/inbox-notes.service';
import { RepliesService } from './replies/replies.service';

/** Conversations in a contact's profile. */
const IN_PROFILE = 50;

/** The conversations of a contact, as profiles show them and an erasure takes them. Every method joins the caller's transaction. */
@Injectable()
export class ContactConversationsService {
  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly notes: InboxNotesService,
    private readonly replies: RepliesService,
  ) {}

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

  countMessages(workspaceId: string, conversationIds: readonly string[]): Promise<number> {
    return this.conversations.countMessages(workspaceId, conversationIds);
  }

  /** Erases conversations with everything that was said in them or written about them. The caller has locked them. */
  async erase(workspaceId: string, conversationIds: readonly string[]): Promise<ErasedOfAgent[]> {
    await this.notes.eraseResponses(workspaceId, conversationIds);
    await this.replies.eraseResponses(workspaceId, conversationIds);
    return this.conversations.delete(workspaceId, conversationIds);
  }
}
