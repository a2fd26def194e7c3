import { Injectable } from '@nestjs/common';
import { byId, EventResources } from '../../events/event-resources.service';
import { MessagesRepository } from './messages.repository';

/** The message of an event. Who sees the event sees its agent. */
@Injectable()
export class MessageResource {
  constructor(resources: EventResources, messages: MessagesRepository) {
    resources.register('message', async ({ workspaceId }, ids, events) => {
      const conversationIds = [...new Set(events.map(({ conversationId }) => conversationId))];
      return byId(await messages.listShown(workspaceId, conversationIds, ids), ({ message }) => message);
    });
  }
}
