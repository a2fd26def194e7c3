import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { isUuid } from '../../common/database/uuid';
import { ConversationQueries } from '../../conversations/conversation-queries.service';

/** The message of a path, in the conversation of the path. An id that is no UUID is left to the pipe of the parameter (400). */
@Injectable()
export class MessagePath {
  constructor(resources: PathResources, conversations: ConversationQueries) {
    resources.register(
      'messageId',
      async (id, { scope, parameters }) =>
        !isUuid(id) ||
        (scope !== null && conversations.existsMessage(scope.workspaceId, parameters['conversationId'] ?? '', id)),
      async (id, { scope, parameters }) =>
        !isUuid(id) ||
        (scope !== null &&
          'memberId' in scope &&
          conversations.existsMessage(scope.workspaceId, parameters['conversationId'] ?? '', id, scope.memberId)),
    );
  }
}
