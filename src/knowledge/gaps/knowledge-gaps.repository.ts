import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { KnowledgeGap } from './knowledge-gap.entity';

@Injectable()
export class KnowledgeGapsRepository {
  constructor(private readonly work: UnitOfWork) {}

  async countOf(workspaceId: string, conversationIds: readonly string[]): Promise<number> {
    const [row] = await this.work.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM knowledge_gaps WHERE workspace_id = $1 AND conversation_id = ANY ($2::uuid[])',
      [workspaceId, conversationIds],
    );
    return row?.count ?? 0;
  }

  async eraseOf(workspaceId: string, conversationIds: readonly string[]): Promise<number> {
    const [row] = await this.work.query<{ count: number }>(
      `WITH gone AS (
         DELETE FROM knowledge_gaps WHERE workspace_id = $1 AND conversation_id = ANY ($2::uuid[]) RETURNING 1
       ) SELECT count(*)::int AS count FROM gone`,
      [workspaceId, conversationIds],
    );
    return row?.count ?? 0;
  }

  async insert(gap: Omit<KnowledgeGap, 'createdAt'>): Promise<void> {
    await this.work.query(
      'INSERT INTO knowledge_gaps (workspace_id, agent_id, id, conversation_id, question) VALUES ($1, $2, $3, $4, $5)',
      [gap.workspaceId, gap.agentId, gap.id, gap.conversationId, gap.question],
    );
  }

  /** Newest first, from below `cursor`. */
  page(workspaceId: string, agentId: string, cursor: string | undefined, limit: number): Promise<KnowledgeGap[]> {
    return this.work.manager.find(KnowledgeGap, {
      where: { workspaceId, agentId, ...(cursor === undefined ? {} : { id: LessThan(cursor) }) },
      order: { id: 'DESC' },
      take: limit,
    });
  }
}
