import { Injectable } from '@nestjs/common';
import { In, IsNull, Not, Raw } from 'typeorm';
import { LookUps } from '../common/database/look-ups';
import { LongStatements } from '../common/database/long-statements';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId, uuidOrNil } from '../common/database/uuid';
import { required } from '../common/errors/required';
import { Queues } from '../common/jobs/queues';
import { canAccessAgent, type WorkspaceScope } from '../common/request/principal';
import type { AgentDto } from './agent.dto';
import { Agent } from './agent.entity';
import type { AgentCounts, VisibleAgent } from './agent.types';
import {
  ADD_TO_COUNTERS,
  COUNT_AGENTS,
  DELETE_ONE_DUE,
  EXISTS_AGENT,
  EXISTS_DUE,
  FIND_AGENT,
  FIND_VISIBLE,
  INSERT_COUNTERS,
  LIST_AGENTS,
  LIST_EXISTING,
  STOP_NOTIFYING,
} from './agents.sql';

type NewAgent = Omit<
  Agent,
  | 'id'
  | 'inTransfer'
  | 'chatPageBlockedAt'
  | 'deletionScheduledAt'
  | 'deletionRequestedBy'
  | 'createdAt'
  | 'updatedAt'
  | 'answers'
>;

/** The tables agents and agent_counters: each agent has its row in both. */
@Injectable()
export class AgentsRepository {
  constructor(
    private readonly work: UnitOfWork,
    private readonly statements: LongStatements,
    private readonly lookUps: LookUps,
    queues: Queues,
  ) {
    const waiting = { where: 'deletion_scheduled_at <= now()', since: 'deletion_scheduled_at' };
    queues.register({ queue: 'agent_deletions', table: 'agents', states: { waiting } });
  }

  /** Those that the caller reaches, oldest first, as the text of a JSON array; as many as plan and purge allow. */
  async listJson({ workspaceId, agentIds }: Pick<WorkspaceScope, 'workspaceId' | 'agentIds'>): Promise<string> {
    const [row] = await this.work.prepared<{ agents: string }>(LIST_AGENTS, [workspaceId, agentIds]);
    return row?.agents ?? '[]';
  }

  /** An agent that the caller reaches, as it is answered. */
  async requireDto(scope: WorkspaceScope, agentId: string): Promise<AgentDto> {
    const parameters = [scope.workspaceId, uuidOrNil(agentId)];
    const [row] = canAccessAgent(scope, agentId)
      ? await this.work.prepared<{ agent: AgentDto }>(FIND_AGENT, parameters)
      : [];
    return required(row).agent;
  }

  /** An agent that the caller reaches. */
  async require(scope: Omit<WorkspaceScope, 'planId'>, agentId: string): Promise<Agent> {
    const { workspaceId } = scope;
    const agent = canAccessAgent(scope, agentId)
      ? await this.work.manager.findOneBy(Agent, { workspaceId, id: uuidOrNil(agentId) })
      : null;
    return required(agent);
  }

  /** Of all workspaces. */
  async findWorkspaceId(agentId: string): Promise<string | null> {
    const agent = await this.work.manager.findOne(Agent, { select: { workspaceId: true }, where: { id: agentId } });
    return agent?.workspaceId ?? null;
  }

  /** Of all workspaces. */
  findOfAnyWorkspace(agentId: string): Promise<Agent | null> {
    return this.work.manager.findOneBy(Agent, { id: uuidOrNil(agentId) });
  }

  /** Of all workspaces, as far as visitors see it. */
  findVisible(agentId: string): Promise<(Omit<VisibleAgent, 'usualLabels'> & Pick<Agent, 'name'>) | null> {
    return this.lookUps.inCompany(() => this.lookUps.find(FIND_VISIBLE, [uuidOrNil(agentId)]));
  }

  /** The first block counts. */
  async updateChatPageBlock(workspaceId: string, id: string, blocked: boolean): Promise<void> {
    const change = { chatPageBlockedAt: blocked ? () => 'coalesce(chat_page_blocked_at, now())' : null };
    await this.work.manager.update(Agent, { workspaceId, id }, change);
  }

  /** Those of the agents that the reader reaches; all of them are few. */
  async listDtos(scope: Pick<WorkspaceScope, 'workspaceId' | 'agentIds'>): Promise<AgentDto[]> {
    return JSON.parse(await this.listJson(scope)) as AgentDto[];
  }

  /** Those that the caller reaches, oldest first; as many as plan and purge allow. */
  listNames({ workspaceId, agentIds }: WorkspaceScope): Promise<Pick<Agent, 'id' | 'name'>[]> {
    const where = { workspaceId, ...(agentIds !== null && { id: In([...agentIds]) }) };
    return this.work.manager.find(Agent, { select: { id: true, name: true }, where, order: { id: 'ASC' } });
  }

  /** As they were typed; as many as there are agents. */
  async listSupportEmails(workspaceId: string): Promise<string[]> {
    const where = { workspaceId, supportEmail: Not(IsNull()) };
    const agents = await this.work.manager.find(Agent, { select: { supportEmail: true }, where });
    return agents.flatMap(({ supportEmail }) => supportEmail ?? []);
  }

  /** Keeps other writers of this agent out until the transaction ends; rows that refer to it are not kept waiting. */
  async requireLocked(workspaceId: string, agentId: string): Promise<Agent> {
    const agent = await this.work.manager.findOne(Agent, {
      where: { workspaceId, id: uuidOrNil(agentId) },
      lock: { mode: 'for_no_key_update' },
    });
    return required(agent);
  }

  /** Any other change of the agent at the same time is kept. Whether it was notifying. */
  async updateNotNotifying(workspaceId: string, id: string): Promise<boolean> {
    return (await this.work.query(STOP_NOTIFYING, [workspaceId, id])).length > 0;
  }

  /** Keeps these agents from being deleted until the transaction ends, and nothing else. */
  async lockExistence(workspaceId: string, agentIds: readonly string[]): Promise<void> {
    await this.work.manager.find(Agent, {
      select: { id: true },
      where: { workspaceId, id: In(agentIds) },
      order: { id: 'ASC' },
      lock: { mode: 'for_key_share' },
    });
  }

  /** Those of the ids that are agents of the workspace, in lower case. */
  async listExisting(workspaceId: string, agentIds: readonly string[]): Promise<string[]> {
    const rows = await this.work.prepared<{ id: string }>(LIST_EXISTING, [workspaceId, agentIds]);
    return rows.map(({ id }) => id);
  }

  async exists(workspaceId: string, agentId: string): Promise<boolean> {
    return (await this.work.prepared(EXISTS_AGENT, [workspaceId, uuidOrNil(agentId)])).length > 0;
  }

  /** How many agents there are: `kept` count towards the plan, `leaving` are scheduled for deletion. */
  async findUsage(workspaceId: string): Promise<{ staying: number; leaving: number }> {
    const [row] = await this.work.query<{ staying: number; leaving: number }>(COUNT_AGENTS, [workspaceId]);
    return row ?? { staying: 0, leaving: 0 };
  }

  /** The id of the new agent. Two statements of one transaction. */
  async insert(agent: NewAgent): Promise<string> {
    const id = newId();
    await this.work.manager.insert(Agent, { ...agent, id });
    await this.work.query(INSERT_COUNTERS, [agent.workspaceId, id]);
    return id;
  }

  /** Writes what differs from what is stored; where nothing does, `updatedAt` stays as well. */
  async update(agent: Agent): Promise<void> {
    await this.work.manager.save(agent);
  }

  /** Sets the time of the deletion on the database's clock; a deletion that is scheduled already stays as it is. Whether it changed. */
  async scheduleDeletion(workspaceId: string, agentId: string, requestedBy: string): Promise<boolean> {
    const { affected } = await this.work.manager.update(
      Agent,
      { workspaceId, id: uuidOrNil(agentId), deletionScheduledAt: IsNull() },
      { deletionScheduledAt: () => `now() + interval '30 days'`, deletionRequestedBy: requestedBy },
    );
    return affected === 1;
  }

  /** False where the time is over: then the agent is being purged. */
  async unscheduleDeletion(workspaceId: string, agentId: string): Promise<boolean> {
    const { affected } = await this.work.manager.update(
      Agent,
      { workspaceId, id: uuidOrNil(agentId), deletionScheduledAt: Raw((column) => `${column} > now()`) },
      { deletionScheduledAt: null, deletionRequestedBy: null },
    );
    return affected === 1;
  }

  /** Whether the time of any deletion has come, in any workspace. */
  async existsDue(): Promise<boolean> {
    return (await this.work.query(EXISTS_DUE)).length > 0;
  }

  /**
   * Deletes one agent whose time has come, with all that belongs to it; false where other processes are deleting
   * all those that there are.
   */
  async deleteOneDue(signal: AbortSignal): Promise<boolean> {
    return (await this.statements.run(DELETE_ONE_DUE, signal)).length > 0;
  }

  /** Adds to the figures of the agent, or takes from them. */
  async updateCounters(workspaceId: string, agentId: string, counts: AgentCounts): Promise<void> {
    const { messages = 0, conversations = 0, endedRequests = 0, resolvedRequests = 0, sources = 0 } = counts;
    const figures = [messages, conversations, endedRequests, resolvedRequests, sources];
    await this.work.prepared(ADD_TO_COUNTERS, [workspaceId, agentId, ...figures]);
  }
}
