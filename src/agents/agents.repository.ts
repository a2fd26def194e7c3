import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { uuidOrNil } from '../common/database/uuid';
import type { WorkspaceScope } from '../common/request/principal';
import { GET_AGENT, LIST_AGENTS } from './agent-record.sql';
import type { AgentDto } from './agent.dto';
import { Agent } from './agent.entity';

@Injectable()
export class AgentsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** The JSON array of the agents' records, as text. One statement. */
  async listAsJson({ workspaceId, agentIds }: WorkspaceScope): Promise<string> {
    const [row] = await this.work.prepared<{ agents: string }>(LIST_AGENTS, [workspaceId, agentIds]);
    return row?.agents ?? '[]';
  }

  async record(workspaceId: string, agentId: string): Promise<AgentDto | null> {
    const [row] = await this.work.prepared<{ agent: AgentDto }>(GET_AGENT, [workspaceId, uuidOrNil(agentId)]);
    return row?.agent ?? null;
  }

  find(workspaceId: string, agentId: string): Promise<Agent | null> {
    return this.work.manager.findOneBy(Agent, { workspaceId, id: uuidOrNil(agentId) });
  }

  /** Keeps other writers of this agent out until the transaction ends; rows that refer to it are not kept waiting. */
  findForUpdate(workspaceId: string, agentId: string): Promise<Agent | null> {
    return this.work.manager.findOne(Agent, {
      where: { workspaceId, id: uuidOrNil(agentId) },
      lock: { mode: 'for_no_key_update' },
    });
  }

  async shareKeys(workspaceId: string, agentIds: readonly string[]): Promise<void> {
    await this.work.query(
      'SELECT FROM agents WHERE workspace_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR KEY SHARE',
      [workspaceId, agentIds],
    );
  }

  async insert(agent: Partial<Agent> & Pick<Agent, 'workspaceId' | 'id'>): Promise<void> {
    await this.work.manager.insert(Agent, agent);
    await this.work.query('INSERT INTO agent_counters (workspace_id, agent_id) VALUES ($1, $2)', [
      agent.workspaceId,
      agent.id,
    ]);
  }

  async save(agent: Agent): Promise<void> {
    await this.work.manager.save(agent);
  }

  /** Sets the time of the deletion on the database's clock; a deletion that is scheduled already stays as it is. */
  async scheduleDeletion(workspaceId: string, agentId: string, requestedBy: string): Promise<void> {
    await this.work.query(
      `UPDATE agents SET deletion_scheduled_at = now() + interval '30 days', deletion_requested_by = $3, updated_at = now()
       WHERE workspace_id = $1 AND id = $2 AND deletion_scheduled_at IS NULL`,
      [workspaceId, uuidOrNil(agentId), requestedBy],
    );
  }

  /** False where the time is over: then the agent is being purged. */
  async unscheduleDeletion(workspaceId: string, agentId: string): Promise<boolean> {
    const rows = await this.work.query(
      `UPDATE agents SET deletion_scheduled_at = NULL, deletion_requested_by = NULL, updated_at = now()
       WHERE workspace_id = $1 AND id = $2 AND deletion_scheduled_at > now() RETURNING id`,
      [workspaceId, uuidOrNil(agentId)],
    );
    return rows.length > 0;
  }

  /** Those of the ids that are agents of the workspace. */
  async listExisting(workspaceId: string, agentIds: readonly string[]): Promise<string[]> {
    const rows = await this.work.prepared<{ id: string }>(
      'SELECT id FROM agents WHERE workspace_id = $1 AND id = ANY ($2::uuid[])',
      [workspaceId, agentIds],
    );
    return rows.map(({ id }) => id);
  }

  async exists(workspaceId: string, agentId: string): Promise<boolean> {
    const rows = await this.work.prepared('SELECT 1 FROM agents WHERE workspace_id = $1 AND id = $2', [
      workspaceId,
      uuidOrNil(agentId),
    ]);
    return rows.length > 0;
  }

  /** How many agents there are: `kept` count towards the plan, `leaving` are scheduled for deletion. */
  async count(workspaceId: string): Promise<{ kept: number; leaving: number }> {
    const [row] = await this.work.query<{ kept: number; leaving: number }>(
      `SELECT count(*) FILTER (WHERE deletion_scheduled_at IS NULL)::int AS kept, count(deletion_scheduled_at)::int AS leaving
       FROM agents WHERE workspace_id = $1`,
      [workspaceId],
    );
    return row ?? { kept: 0, leaving: 0 };
  }
}
