import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { OwnConversationsService } from './own-conversations.service';

/** The conversation of a visitor's path: another visitor's is not found. */
@Injectable()
export class OwnConversationPath {
  constructor(resources: PathResources, conversations: OwnConversationsService) {
    resources.registerForVisitors(
      'conversationId',
      async (id, { principal }) => principal.kind === 'visitor' && conversations.exists(principal, id),
    );
  }
}
