import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../common/database/page';
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
  ) {}

  /** Joins the caller's transaction. */
  async create(gap: Omit<KnowledgeGap, 'id' | 'createdAt'>, turnId: string): Promise<void> {
    const gapId = await this.gaps.insert(gap);
    const { workspaceId, agentId, conversationId } = gap;
    const of = { workspaceId, agentId, conversationId, subjectId: gapId };
    this.log.append(KNOWLEDGE_GAP_EVENTS['knowledge_gap.created'], { ...of, data: { gapId, turnId } });
  }

  page({ workspaceId }: WorkspaceScope, agentId: string, request: PageRequest): Promise<Page<KnowledgeGap>> {
    return this.gaps.page(workspaceId, agentId, request);
  }
}
