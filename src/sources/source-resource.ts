import { Injectable } from '@nestjs/common';
import { byId, EventResources } from '../events/event-resources.service';
import { SourceDto } from './source.dto';
import { SourcesRepository } from './sources.repository';

/** The source of an event, as the API shows it. */
@Injectable()
export class SourceResource {
  constructor(resources: EventResources, rows: SourcesRepository) {
    resources.register('source', async ({ workspaceId }, ids) =>
      byId(await rows.listByIds(workspaceId, ids), (one) => SourceDto.from(one)),
    );
  }
}
