import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';

@Injectable()
export class SupportRequestsRepository {
  constructor(private readonly work: UnitOfWork) {}

  async countOf(workspaceId: string, conversationIds: readonly string[]): Promise<number> {
    const [row] = await this.work.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM support_requests WHERE workspace_id = $1 AND conversation_id = ANY ($2::uuid[])',
      [workspaceId, conversationIds],
    );
    return row?.count ?? 0;
  }

  async eraseOf(workspaceId: string, conversationIds: readonly string[]): Promise<number> {
    const [row] = await this.work.query<{ count: number }>(
      `WITH gone AS (
         DELETE FROM support_requests WHERE workspace_id = $1 AND conversation_id = ANY ($2::uuid[]) RETURNING 1
       ) SELECT count(*)::int AS count FROM gone`,
      [workspaceId, conversationIds],
    );
    return row?.count ?? 0;
  }

  async findLive(workspaceId: string, conversationId: string): Promise<string | null> {
    const [row] = await this.work.query<{ id: string }>(
      `SELECT id FROM support_requests
       WHERE workspace_id = $1 AND conversation_id = $2 AND state <> 'ended' ORDER BY id LIMIT 1`,
      [workspaceId, conversationId],
    );
    return row?.id ?? null;
  }

  async insert(row: {
    workspaceId: string;
    id: string;
    conversationId: string;
    agentId: string;
    subject: string;
  }): Promise<void> {
    await this.work.query(
      'INSERT INTO support_requests (workspace_id, id, conversation_id, agent_id, subject) VALUES ($1, $2, $3, $4, $5)',
      [row.workspaceId, row.id, row.conversationId, row.agentId, row.subject],
    );
  }
}
