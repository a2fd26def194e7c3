import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../../common/request/principal';
import { ConversationQueries } from '../../conversations/conversation-queries.service';
import { OwnConversationsRepository } from '../conversations/own-conversations.repository';
import type { VisitorConversation } from '../conversations/visitor-conversation.entity';

/** Visits as members see them: where a conversation began, and what its visitor says of themselves. */
@Injectable()
export class VisitsService {
  constructor(
    private readonly own: OwnConversationsRepository,
    private readonly conversations: ConversationQueries,
  ) {}

  /** Null where no visitor began it. @throws NotFound 404 where the caller does not see the conversation */
  async find(scope: WorkspaceScope, conversationId: string): Promise<VisitorConversation | null> {
    const { workspaceId, id } = await this.conversations.require(scope, conversationId);
    return this.own.find(workspaceId, id);
  }

  /** Newest first. */
  async listOfContact(scope: WorkspaceScope, contactId: string): Promise<VisitorConversation[]> {
    const conversations = await this.conversations.listOfContact(scope, contactId);
    const ids = conversations.map(({ id }) => id);
    const visits = await this.own.listThese(scope.workspaceId, ids);
    return visits.sort((a, b) => ids.indexOf(a.conversationId) - ids.indexOf(b.conversationId));
  }
}
