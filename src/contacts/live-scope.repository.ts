import { Injectable } from '@nestjs/common';
import type { WorkspaceScope } from '../common/auth/principal';
import { UnitOfWork } from '../common/database/unit-of-work';

/** What members reach now, for work that goes on after their request was let in. */
@Injectable()
export class LiveScopeRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Null where they are no member any more. */
  async scopeOf(workspaceId: string, memberId: string): Promise<WorkspaceScope | null> {
    const [row] = await this.work.prepared<WorkspaceScope>(
      `SELECT m.workspace_id AS "workspaceId", w.plan_id AS "planId", m.restricted_agent_ids::text[] AS "agentIds"
       FROM members m JOIN workspaces w ON w.id = m.workspace_id WHERE m.workspace_id = $1 AND m.id = $2`,
      [workspaceId, memberId],
    );
    return row ?? null;
  }
}
