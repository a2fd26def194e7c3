import { Injectable } from '@nestjs/common';
import { byId, EventResources } from '../../events/event-resources.service';
import { LabelDto } from './label.dto';
import { LabelsRepository } from './labels.repository';

/** The label of an event, as the API shows it. */
@Injectable()
export class LabelResource {
  constructor(resources: EventResources, rows: LabelsRepository) {
    resources.register('label', async ({ workspaceId }, ids) =>
      byId(await rows.listByIds(workspaceId, ids), (one) => LabelDto.from(one)),
    );
  }
}
