import { Injectable } from '@nestjs/common';
import { PathResources } from '../../common/auth/path-resources';
import { isUuid } from '../../common/database/uuid';
import { InboxNotesService } from '../notes/inbox-notes.service';
import { ConversationQueries } from '../../conversations/conversation-queries.service';

/** The message or note of a path, in the conversation of the path. An id that is no UUID is left to the pipe of the parameter (400). */
@Injectable()
export class MessagePath {
  constructor(resources: PathResources, conversations: ConversationQueries, notes: InboxNotesService) {
    resources.register(
      'messageId',
      async (id, { scope, parameters }) => {
        if (!isUuid(id)) return true;
        if (scope === null) return false;
        const { conversationId = '' } = parameters;
        if (await conversations.existsMessage(scope.workspaceId, conversationId, id)) return true;
        return (await notes.find(scope.workspaceId, conversationId, id)) !== null;
      },
      async (id, { scope, parameters }) =>
        !isUuid(id) ||
        (scope !== null &&
          'memberId' in scope &&
          conversations.existsMessage(scope.workspaceId, parameters['conversationId'] ?? '', id, scope.memberId)),
    );
  }
}
