import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { ConversationQueries } from '../../conversations/conversation-queries.service';
import { ConversationLinksRepository } from '../links/conversation-links.repository';

/** The conversation of a path. One statement: a conversation that the caller does not see is 404 before role and body matter. */
@Injectable()
export class ConversationPath {
  constructor(resources: PathResources, conversations: ConversationQueries, links: ConversationLinksRepository) {
    resources.register('conversationId', async (id, { scope, parameters }) => {
      if (scope === null) return false;
      if (parameters['destinationWorkspaceId'] === undefined) return conversations.exists(scope, id);
      // A linked conversation of another workspace belongs to no agent of this one.
      return scope.agentIds === null && links.exists(scope.workspaceId, id);
    });
  }
}
