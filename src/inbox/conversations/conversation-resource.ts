import { Injectable } from '@nestjs/common';
import { byId, EventResources } from '../../events/event-resources.service';
import { InboxConversationsRepository } from './inbox-conversations.repository';

/** The conversation of an event. */
@Injectable()
export class ConversationResource {
  constructor(resources: EventResources, conversations: InboxConversationsRepository) {
    resources.register('conversation', async (scope, ids) =>
      byId(await conversations.listShown(scope, ids), ({ conversation }) => conversation),
    );
  }
}
