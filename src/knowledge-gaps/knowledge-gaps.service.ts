import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../common/database/page';
import type { WorkspaceScope } from '../common/request/principal';
import type { KnowledgeGap } from './knowledge-gap.entity';
import { KnowledgeGapsRepository } from './knowledge-gaps.repository';

/** Questions that the sources do not answer: chat turns add them, authors of sources read them. */
@Injectable()
export class KnowledgeGapsService {
  constructor(private readonly gaps: KnowledgeGapsRepository) {}

  /** Joins the caller's transaction. */
  async create(gap: Omit<KnowledgeGap, 'id' | 'createdAt'>): Promise<void> {
    await this.gaps.insert(gap);
  }

  page({ workspaceId }: WorkspaceScope, agentId: string, request: PageRequest): Promise<Page<KnowledgeGap>> {
    return this.gaps.page(workspaceId, agentId, request);
  }
}
