import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { ConversationsRepository } from '../../conversations/conversations.repository';
import { ConversationLinksRepository } from '../links/conversation-links.repository';

/** The conversation of a path: one statement, so that one the caller does not see is 404 before role and body count. */
@Injectable()
export class ConversationPath {
  constructor(resources: PathResources, conversations: ConversationsRepository, links: ConversationLinksRepository) {
    resources.register('conversationId', async (id, { scope, parameters }) => {
      if (scope === null) return false;
      if (parameters['destinationWorkspaceId'] === undefined) return conversations.exists(scope, id);
      // One of another workspace that is linked to this one belongs to no agent here.
      return scope.agentIds === null && links.exists(scope.workspaceId, id);
    });
  }
}
