import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../common/request/principal';
import { AttachmentsService } from './attachments/attachments.service';
import type { ConversationContents, ConversationSummary, ErasedConversations } from './conversation.types';
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
    private readonly attachments: AttachmentsService,
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

  /** Those of these that there are, locked in the same order. */
  lockThese(workspaceId: string, ids: readonly string[]): Promise<string[]> {
    return this.conversations.listLockedIds(workspaceId, ids);
  }

  /** The addresses from which the contact has written in them. */
  listMailAddresses(workspaceId: string, conversationIds: readonly string[]): Promise<string[]> {
    return this.conversations.listMailAddressesOfContact(workspaceId, conversationIds);
  }

  /** What was said in these conversations or written about them. */
  async countContents(workspaceId: string, conversationIds: readonly string[]): Promise<ConversationContents> {
    return {
      messages: await this.conversations.countMessages(workspaceId, conversationIds),
      notes: await this.notes.count(workspaceId, conversationIds),
      attachments: await this.attachments.count(workspaceId, conversationIds),
    };
  }

  /** Erases conversations with everything that was said in them or written about them. The caller has locked them. */
  async erase(workspaceId: string, conversationIds: readonly string[]): Promise<ErasedConversations> {
    await this.replies.eraseResponses(workspaceId, conversationIds);
    return {
      notes: await this.notes.erase(workspaceId, conversationIds),
      attachments: await this.attachments.erase(workspaceId, conversationIds),
      ofAgents: await this.conversations.delete(workspaceId, conversationIds),
    };
  }
}
