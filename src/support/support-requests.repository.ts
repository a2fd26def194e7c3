import { Injectable } from '@nestjs/common';
import { countRowsOf, eraseRowsOf } from '../common/database/rows-of';
import { UnitOfWork } from '../common/database/unit-of-work';

const OF_CONVERSATIONS = { table: 'support_requests', column: 'conversation_id' };

@Injectable()
export class SupportRequestsRepository {
  constructor(private readonly work: UnitOfWork) {}

  countOf(workspaceId: string, conversationIds: readonly string[]): Promise<number> {
    return countRowsOf(this.work, OF_CONVERSATIONS, workspaceId, conversationIds);
  }

  eraseOf(workspaceId: string, conversationIds: readonly string[]): Promise<number> {
    return eraseRowsOf(this.work, OF_CONVERSATIONS, workspaceId, conversationIds);
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
