import { Injectable } from '@nestjs/common';
import { PathResources } from '../common/auth/path-resources';
import { ConversationsRepository } from './conversations.repository';

/** The conversation of a path: one statement, so that one the caller does not see is 404 before role and body count. */
@Injectable()
export class ConversationPath {
  constructor(resources: PathResources, conversations: ConversationsRepository) {
    resources.register('conversationId', async (id, { scope }) => scope !== null && conversations.exists(scope, id));
  }
}
