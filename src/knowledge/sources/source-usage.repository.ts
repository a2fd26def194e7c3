import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { AgentKey } from '../retrieval/queryable';

/** What a workspace's sources take up. */
@Injectable()
export class SourceUsageRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Sources of the workspace that were not removed, and the bytes they were made of. */
  async ofWorkspace(workspaceId: string): Promise<{ sources: number; bytes: number }> {
    const [row] = await this.work.query<{ sources: number; bytes: string }>(
      `SELECT count(*)::int AS sources, coalesce(sum(size_bytes), 0) AS bytes FROM knowledge_sources
       WHERE workspace_id = $1 AND status <> 'deleting'`,
      [workspaceId],
    );
    return { sources: row?.sources ?? 0, bytes: Number(row?.bytes ?? 0) };
  }

  /** Whether the agent knows more than `limit` different lexemes; counts no further. */
  async knowsMoreThan({ workspaceId, agentId }: AgentKey, limit: number): Promise<boolean> {
    const rows = await this.work.query(
      `SELECT FROM knowledge_lexemes WHERE workspace_id = $1 AND agent_id = $2 AND chunk_count > 0 LIMIT 1 OFFSET $3`,
      [workspaceId, agentId, limit],
    );
    return rows.length > 0;
  }
}
