import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { ConversationLinksRepository } from './conversation-links.repository';

/**
 * The workspace that the conversation of a path is linked to. A conversation can be unlinked by whoever sees it, so that
 * its workspace need not ask the other one; the caller need not be a member there.
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
