import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../common/database/page';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { WorkspaceScope } from '../common/request/principal';
import { EventLog } from '../events/event-log.service';
import { KNOWLEDGE_GAP_EVENTS } from './knowledge-gap-event.types';
import type { KnowledgeGap } from './knowledge-gap.entity';
import { KnowledgeGapsRepository } from './knowledge-gaps.repository';

/** Questions that the sources do not answer: chat turns add them, authors of sources read them. */
@Injectable()
export class KnowledgeGapsService {
  constructor(
    private readonly gaps: KnowledgeGapsRepository,
    private readonly log: EventLog,
    private readonly work: UnitOfWork,
  ) {}

  /** Joins the caller's transaction. */
  async create(gap: Omit<KnowledgeGap, 'id' | 'createdAt'>, turnId: string): Promise<void> {
    const gapId = await this.gaps.insert(gap);
    const { workspaceId, agentId, conversationId } = gap;
    const of = { workspaceId, agentId, conversationId, subjectId: gapId };
    this.log.append(KNOWLEDGE_GAP_EVENTS['knowledge_gap.created'], { ...of, data: { gapId, turnId } });
  }

  /** Deletes gaps that no source has to answer; how many there were. Asked again, such a question is a new gap. */
  dismiss({ workspaceId }: WorkspaceScope, agentId: string, ids: readonly string[]): Promise<number> {
    return this.work.run(async () => {
      const dismissed = await this.gaps.delete(workspaceId, agentId, ids);
      for (const gapId of dismissed) {
        const of = { workspaceId, agentId, subjectId: gapId };
        this.log.append(KNOWLEDGE_GAP_EVENTS['knowledge_gap.dismissed'], { ...of, data: { gapId } });
      }
      return dismissed.length;
    });
  }

  page({ workspaceId }: WorkspaceScope, agentId: string, request: PageRequest): Promise<Page<KnowledgeGap>> {
    return this.gaps.page(workspaceId, agentId, request);
  }
}
