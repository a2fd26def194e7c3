import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../common/request/principal';
import type { Conversation } from './conversation.entity';
import { ConversationsRepository } from './conversations.repository';

/** Conversations as the members of a workspace work on them. A restricted member sees those of their agents only. */
@Injectable()
export class ConversationsService {
  constructor(private readonly conversations: ConversationsRepository) {}

  /** @throws NotFound 404 where the caller does not see it */
  require(scope: WorkspaceScope, conversationId: string): Promise<Conversation> {
    return this.conversations.require(scope, conversationId);
  }

  /**
   * The same, until the transaction ends. Who also locks the contact or its agents does that before (decision 0102).
   *
   * @throws NotFound 404 where the caller does not see it
   */
  requireLocked(scope: WorkspaceScope, conversationId: string): Promise<Conversation> {
    return this.conversations.requireLocked(scope, conversationId);
  }

  /** Support requests of a conversation have become live (more than 0) or have ended. The caller holds its lock. */
  addLiveRequests(workspaceId: string, conversationId: string, more: number): Promise<void> {
    return this.conversations.updateLiveRequests(workspaceId, conversationId, more);
  }
}
