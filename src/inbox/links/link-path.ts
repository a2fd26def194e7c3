import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { ConversationLinksRepository } from './conversation-links.repository';

/**
 * The workspace that the conversation of a path is linked to. Every member who sees a conversation can unlink it, and need not be
 * a member of the other workspace.
 */
@Injectable()
export class LinkPath {
  constructor(resources: PathResources, links: ConversationLinksRepository) {
    resources.register('linkedWorkspaceId', async (id, { scope, parameters }) => {
      const { conversationId } = parameters;
      return scope !== null && conversationId !== undefined && links.existsFrom(scope.workspaceId, conversationId, id);
    });
  }
}
