import { Injectable } from '@nestjs/common';
import type { LoggedEvent } from '../events/event-log.types';
import { byId, EventResources } from '../events/event-resources.service';
import { RequestListsRepository } from './request-lists.repository';
import type { SlaClockDto } from './sla-clock.dto';
import type { SupportRequestDto } from './support-request.dto';

/** The support request of an event, and its clock. */
@Injectable()
export class RequestResource {
  constructor(resources: EventResources, lists: RequestListsRepository) {
    resources.register('support_request', async ({ workspaceId }, ids) =>
      byId(await lists.listDtos(workspaceId, ids), (request) => request),
    );
    // A clock is shown with its request.
    resources.register('sla', async ({ workspaceId }, _ids, events) => {
      const requestIds = [...new Set(events.map(({ data }) => data['supportRequestId'] as string))];
      const requests = new Map((await lists.listDtos(workspaceId, requestIds)).map((one) => [one.id, one]));
      return new Map(events.flatMap((event) => clockOf(event, requests)));
    });
  }
}

function clockOf(
  { subjectId, data }: LoggedEvent,
  requests: ReadonlyMap<string, SupportRequestDto>,
): [id: string, clock: SlaClockDto][] {
  const clock = requests
    .get(data['supportRequestId'] as string)
    ?.sla.find(
      ({ milestone, episodeNumber }) => milestone === data['milestone'] && episodeNumber === data['episodeNumber'],
    );
  return clock ? [[subjectId, clock]] : [];
}
