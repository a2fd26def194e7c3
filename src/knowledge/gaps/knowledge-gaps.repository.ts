import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { type Page, pageOf, type PageRequest } from '../../common/database/page';
import { countRowsOf, eraseRowsOf } from '../../common/database/rows-of';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { KnowledgeGap } from './knowledge-gap.entity';

const OF_CONVERSATIONS = { table: 'knowledge_gaps', column: 'conversation_id' };

@Injectable()
export class KnowledgeGapsRepository {
  constructor(private readonly work: UnitOfWork) {}

  countOf(workspaceId: string, conversationIds: readonly string[]): Promise<number> {
    return countRowsOf(this.work, OF_CONVERSATIONS, workspaceId, conversationIds);
  }

  eraseOf(workspaceId: string, conversationIds: readonly string[]): Promise<number> {
    return eraseRowsOf(this.work, OF_CONVERSATIONS, workspaceId, conversationIds);
  }

  async insert(gap: Omit<KnowledgeGap, 'createdAt'>): Promise<void> {
    await this.work.query(
      'INSERT INTO knowledge_gaps (workspace_id, agent_id, id, conversation_id, question) VALUES ($1, $2, $3, $4, $5)',
      [gap.workspaceId, gap.agentId, gap.id, gap.conversationId, gap.question],
    );
  }

  /** Newest first. */
  page(workspaceId: string, agentId: string, { limit, cursor }: PageRequest): Promise<Page<KnowledgeGap>> {
    const where = { workspaceId, agentId, ...(cursor === undefined ? {} : { id: LessThan(cursor) }) };
    const read = (take: number): Promise<KnowledgeGap[]> =>
      this.work.manager.find(KnowledgeGap, { where, order: { id: 'DESC' }, take });
    return pageOf(limit, read, ({ id }) => id);
  }
}
