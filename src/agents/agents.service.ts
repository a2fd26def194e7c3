import { Injectable } from '@nestjs/common';
import { Audit } from '../common/audit/audit';
import { UnitOfWork } from '../common/database/unit-of-work';
import { Erasers } from '../common/erasure/erasers';
import { NotFound } from '../common/errors/domain-error';
import { JsonText } from '../common/request/json-text';
import type { Member, WorkspaceScope } from '../common/request/principal';
import { type Changes, changesOf, type ComparedFields } from '../common/event-types/changes';
import { Settings } from '../config/load-settings';
import { EventLog } from '../events/event-log.service';
import { ModelSettingsService } from '../model-settings/model-settings.service';
import type { AgentDirectory } from '../workspaces/agents.port';
import { PlansService } from '../workspaces/plans/plans.service';
import { WorkspacesService } from '../workspaces/workspaces.service';
import { DEFAULT_TEMPERATURE, defaultConfigs } from './agent-defaults';
import type { CreateAgentInput, UpdateAgentInput } from './agent-input.dto';
import { AGENT_EVENTS } from './agent-event.types';
import { nextStatuses } from './agent-status';
import type { AgentDto } from './agent.dto';
import { Agent } from './agent.entity';
import type { VisibleAgent } from './agent.types';
import { AgentChangedSince, AgentTransitionInvalid, ModelNotAllowed, TooManyDeletedAgents } from './agents.errors';
import { AgentsRepository } from './agents.repository';
import { KnownAgents } from './known-agents';
import { mergeConfig } from './merge-config';

export type { KnownAgents };

/** Values of the others could name people. */
const COMPARED: ComparedFields<Agent> = {
  name: 'text',
  systemPrompt: 'text',
  status: 'value',
  model: 'text',
  temperature: 'value',
  rateLimitPerMinute: 'value',
  allowedDomains: 'text',
  widgetConfig: 'text',
  notifyConfig: 'text',
  voiceConfig: 'text',
  learningConfig: 'text',
  escalationTeamId: 'text',
  supportEmail: 'text',
  website: 'text',
  logoUrl: 'text',
  emailFromName: 'text',
  chatPageEnabled: 'value',
  indexable: 'value',
};

/** Agents of a workspace that wait for their deletion: they and their sources are kept for 30 days. */
const MOST_LEAVING = 100;

/** Rules of agents. A list is one statement beside the strategy's; a chat turn never locks an agent. */
@Injectable()
export class AgentsService implements AgentDirectory {
  constructor(
    private readonly agents: AgentsRepository,
    private readonly plans: PlansService,
    private readonly workspaces: WorkspacesService,
    private readonly work: UnitOfWork,
    private readonly settings: Settings,
    private readonly modelSettings: ModelSettingsService,
    private readonly log: EventLog,
    private readonly audit: Audit,
    erasers: Erasers,
  ) {
    erasers.register({
      step: 'agents',
      erase: ({ workspaceId, agentIds }) => this.lockAgainstPurge(workspaceId, agentIds),
    });
  }

  /** The agents that the caller reaches, oldest first, those scheduled for deletion included; as JSON. */
  async list(scope: WorkspaceScope): Promise<JsonText> {
    return new JsonText(await this.agents.listJson(scope));
  }

  /** The agents that the caller reaches, oldest first. */
  listNames(scope: WorkspaceScope): Promise<{ id: string; name: string }[]> {
    return this.agents.listNames(scope);
  }

  get(scope: WorkspaceScope, agentId: string): Promise<AgentDto> {
    return this.agents.requireDto(scope, agentId);
  }

  /** @throws NotFound 404 where the caller does not see the agent; for the features that work with agents */
  require(scope: Omit<WorkspaceScope, 'planId'>, agentId: string): Promise<Agent> {
    return this.agents.require(scope, agentId);
  }

  /** The workspace of an agent, of any workspace: only for an id that a signed address has named. Null: it is gone. */
  findWorkspaceId(agentId: string): Promise<string | null> {
    return this.agents.findWorkspaceId(agentId);
  }

  /** An agent of any workspace, for visitors, who have its id from the page that shows it. Null: there is none. */
  async findVisible(agentId: string): Promise<VisibleAgent | null> {
    const agent = await this.agents.findVisible(agentId);
    return agent && { ...agent, usualLabels: defaultConfigs(agent.name).widgetConfig.labels };
  }

  /** The addresses that the agents of a workspace show to its customers, as they were typed. */
  listSupportEmails(workspaceId: string): Promise<string[]> {
    return this.agents.listSupportEmails(workspaceId);
  }

  /** Those of these agents that exist, also if they wait for their deletion. One statement. */
  listExisting(workspaceId: string, agentIds: readonly string[]): Promise<string[]> {
    return this.agents.listExisting(workspaceId, agentIds);
  }

  /** What is known of these agents. One statement. */
  async known(scope: WorkspaceScope, agentIds: readonly string[]): Promise<KnownAgents> {
    return new KnownAgents(scope, await this.agents.listExisting(scope.workspaceId, agentIds));
  }

  /**
   * One statement where there are any. `path`: of the field that names them.
   *
   * @throws UnknownAgents 400 unless the caller reaches all of them and all are agents of the workspace
   */
  async ensureAll(scope: WorkspaceScope, agentIds: readonly string[], path: string): Promise<void> {
    if (agentIds.length > 0) (await this.known(scope, agentIds)).ensureAll(agentIds, path);
  }

  /**
   * Keeps the agents from being purged until the transaction ends, or waits for a purge under way: that takes the
   * counters of an agent before its conversations, and other changes of both take them the other way round.
   */
  lockAgainstPurge(workspaceId: string, agentIds: readonly string[]): Promise<void> {
    return this.agents.lockExistence(workspaceId, agentIds);
  }

  /** Keeps the agent unchanged until the transaction ends. @throws NotFound 404 */
  async lockAgainstChanges(workspaceId: string, agentId: string): Promise<void> {
    await this.agents.requireLocked(workspaceId, agentId);
  }

  /**
   * Exact, however many creations run at once.
   *
   * @throws ModelNotAllowed 400, PlanLimitReached, TooManyDeletedAgents 403
   */
  async create(member: Member, { name, ...input }: CreateAgentInput): Promise<AgentDto> {
    if (input.model !== undefined) await this.ensureModel(member, input.model);
    return this.work.run(async () => {
      const planId = await this.workspaces.lockPlan(member.workspaceId);
      const { leaving } = await this.ensureRoom(member.workspaceId, planId);
      if (leaving >= MOST_LEAVING) throw new TooManyDeletedAgents(MOST_LEAVING);
      const configs = defaultConfigs(name);
      const id = await this.agents.insert({
        workspaceId: member.workspaceId,
        name,
        systemPrompt: input.systemPrompt ?? '',
        status: input.status ?? 'draft',
        model: input.model ?? this.settings.values.MODEL_DEFAULT,
        temperature: input.temperature ?? DEFAULT_TEMPERATURE,
        rateLimitPerMinute: input.rateLimitPerMinute ?? 0,
        allowedDomains: input.allowedDomains ?? [],
        widgetConfig: mergeConfig(configs.widgetConfig, input.widgetConfig),
        notifyConfig: mergeConfig(configs.notifyConfig, input.notifyConfig),
        voiceConfig: mergeConfig(configs.voiceConfig, input.voiceConfig),
        learningConfig: mergeConfig(configs.learningConfig, input.learningConfig),
        escalationTeamId: input.escalationTeamId ?? null,
        supportEmail: input.supportEmail ?? null,
        website: input.website ?? null,
        logoUrl: input.logoUrl ?? null,
        emailFromName: input.emailFromName ?? null,
        chatPageEnabled: input.chatPageEnabled ?? false,
        indexable: input.indexable ?? false,
      });
      const agent = await this.agents.require(member, id);
      this.append('agent.created', agent);
      return this.get(member, id);
    });
  }

  /**
   * Changes what is supplied: config objects merge, arrays replace. A model that the agent has may stay, on the list or not, so that a client can send back what it has read.
   *
   * @throws NotFound 404, ModelNotAllowed 400, AgentTransitionInvalid, AgentChangedSince 409
   */
  async update(member: Member, agentId: string, { expectedUpdatedAt, ...input }: UpdateAgentInput): Promise<AgentDto> {
    return this.work.run(async () => {
      const agent = await this.agents.requireLocked(member.workspaceId, agentId);
      if (expectedUpdatedAt !== undefined && Date.parse(expectedUpdatedAt) !== agent.updatedAt.getTime()) {
        throw new AgentChangedSince(agent.updatedAt);
      }
      const before = Object.assign(new Agent(), agent);
      this.audit.before(agent);
      if (input.model !== undefined && input.model !== agent.model) await this.ensureModel(member, input.model);
      const { widgetConfig, notifyConfig, voiceConfig, learningConfig, status, ...plain } = input;
      if (status) changeStatus(agent, status);
      for (const [name, value] of Object.entries(plain))
        if (value !== undefined) Object.assign(agent, { [name]: value });
      agent.widgetConfig = mergeConfig(agent.widgetConfig, widgetConfig);
      agent.notifyConfig = mergeConfig(agent.notifyConfig, notifyConfig);
      agent.voiceConfig = mergeConfig(agent.voiceConfig, voiceConfig);
      agent.learningConfig = mergeConfig(agent.learningConfig, learningConfig);
      await this.agents.update(agent);
      this.append('agent.updated', agent, changesOf<Agent>(before, agent, COMPARED));
      return this.get(member, agentId);
    });
  }

  /** The agent's own address hears of no new conversations any more. */
  stopNotifying(workspaceId: string, agentId: string): Promise<void> {
    return this.work.run(async () => {
      if (!(await this.agents.updateNotNotifying(workspaceId, agentId))) return;
      const agent = await this.agents.requireLocked(workspaceId, agentId);
      this.append('agent.updated', agent, { changed: ['notifyConfig'], previous: {} });
    });
  }

  /** Schedules the purge in 30 days; from now on the agent takes no chat turns. Again: the same answer. @throws NotFound 404 */
  async delete(member: Member, agentId: string): Promise<AgentDto> {
    return this.work.run(async () => {
      if (await this.agents.scheduleDeletion(member.workspaceId, agentId, member.memberId)) {
        this.append('agent.deletion_scheduled', await this.agents.requireLocked(member.workspaceId, agentId));
      }
      return this.get(member, agentId);
    });
  }

  /** Calls the purge off; the agent counts towards the plan again. @throws NotFound 404, PlanLimitReached 403 */
  async restore(member: Member, agentId: string): Promise<AgentDto> {
    return this.work.run(async () => {
      // Before the agent, as in a creation, so that no two requests wait for each other.
      const planId = await this.workspaces.lockPlan(member.workspaceId);
      const agent = await this.agents.requireLocked(member.workspaceId, agentId);
      if (agent.deletionScheduledAt) {
        await this.ensureRoom(member.workspaceId, planId);
        if (!(await this.agents.unscheduleDeletion(member.workspaceId, agentId))) throw new NotFound();
        this.append('agent.restored', Object.assign(agent, { deletionScheduledAt: null }));
      }
      return this.get(member, agentId);
    });
  }

  /** `path`: of the field that names them. @throws ModelNotAllowed 400 */
  async ensureModels({ workspaceId }: WorkspaceScope, models: readonly string[], path: string): Promise<void> {
    const offered = this.settings.models;
    if (models.every((model) => offered.includes(model))) return;
    const allowed = [...new Set([...offered, ...(await this.modelSettings.listModels(workspaceId))])];
    if (!models.every((model) => allowed.includes(model))) throw new ModelNotAllowed(allowed, path);
  }

  private append(
    type: keyof typeof AGENT_EVENTS,
    { workspaceId, id, status, deletionScheduledAt }: Agent,
    changes?: Changes,
  ): void {
    const data = { status, deletionScheduledAt: deletionScheduledAt?.toISOString() ?? null };
    this.log.append(AGENT_EVENTS[type], { workspaceId, agentId: id, subjectId: id, data, ...changes });
  }

  private ensureModel(member: Member, model: string): Promise<void> {
    return this.ensureModels(member, [model], '/model');
  }

  /** Exact while the workspace is locked. */
  private async ensureRoom(workspaceId: string, planId: string): Promise<{ leaving: number }> {
    const usage = await this.agents.findUsage(workspaceId);
    this.plans.ensure(planId, 'agents', usage.staying);
    return usage;
  }
}

function changeStatus(agent: Agent, status: Agent['status']): void {
  const allowed = nextStatuses(agent.status);
  if (status !== agent.status && !allowed.includes(status)) {
    throw new AgentTransitionInvalid(agent.status, status, allowed);
  }
  agent.status = status;
}
