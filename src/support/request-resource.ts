import { Injectable } from '@nestjs/common';
import { byId, EventResources } from '../events/event-resources.service';
import { RequestListsRepository } from './request-lists.repository';

/** The support request of an event. */
@Injectable()
export class RequestResource {
  constructor(resources: EventResources, lists: RequestListsRepository) {
    resources.register('support_request', async ({ workspaceId }, ids) =>
      byId(await lists.listDtos(workspaceId, ids), (request) => request),
    );
  }
}
