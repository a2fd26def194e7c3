import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { isUuid } from '../../common/database/uuid';
import { RepliesRepository } from './replies.repository';

/** The message of a path, in the conversation of the path. What is no UUID is left to the parameter's pipe, which says so (400). */
@Injectable()
export class MessagePath {
  constructor(resources: PathResources, replies: RepliesRepository) {
    resources.register(
      'messageId',
      async (id, { scope, parameters }) =>
        !isUuid(id) ||
        (scope !== null && replies.existsMessage(scope.workspaceId, parameters['conversationId'] ?? '', id)),
      async (id, { scope, parameters }) =>
        !isUuid(id) ||
        (scope !== null &&
          'memberId' in scope &&
          replies.existsMessage(scope.workspaceId, parameters['conversationId'] ?? '', id, scope.memberId)),
    );
  }
}
