import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { Role } from '../common/operations/access';
import { RestrictionNeedsMember, UnknownAgents } from './workspaces.errors';

/** Which agents somebody may be restricted to. */
@Injectable()
export class AgentRestriction {
  constructor(private readonly work: UnitOfWork) {}

  /**
   * The restriction as it is stored: each agent once, null for every agent.
   *
   * @throws RestrictionNeedsMember 400 for another role, UnknownAgents 400 unless all are agents of the workspace
   */
  async checked(workspaceId: string, role: Role, agentIds: readonly string[] | null): Promise<string[] | null> {
    if (agentIds === null) return null;
    if (role !== 'member') throw new RestrictionNeedsMember();
    const ids = [...new Set(agentIds.map((id) => id.toLowerCase()))];
    if (ids.length > 0 && (await this.count(workspaceId, ids)) !== ids.length) throw new UnknownAgents();
    return ids;
  }

  private async count(workspaceId: string, ids: readonly string[]): Promise<number> {
    const [row] = await this.work.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM agents WHERE workspace_id = $1 AND id = ANY($2::uuid[])',
      [workspaceId, ids],
    );
    return row?.count ?? 0;
  }
}
