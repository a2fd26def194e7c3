import { Injectable } from '@nestjs/common';
import { byId, EventResources } from '../events/event-resources.service';
import { KnowledgeGapDto } from './knowledge-gap.dto';
import { KnowledgeGapsRepository } from './knowledge-gaps.repository';

/** The knowledge gap of an event, as the API shows it. */
@Injectable()
export class KnowledgeGapResource {
  constructor(resources: EventResources, rows: KnowledgeGapsRepository) {
    resources.register('knowledge_gap', async ({ workspaceId }, ids) =>
      byId(await rows.listByIds(workspaceId, ids), (one) => KnowledgeGapDto.from(one)),
    );
  }
}
