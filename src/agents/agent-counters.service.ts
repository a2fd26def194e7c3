import { Injectable } from '@nestjs/common';
import type { AgentCounts } from './agent.types';
import { AgentsRepository } from './agents.repository';

/**
 * The figures that an agent is shown with, kept in the transactions of what they count. Call it last in a transaction:
 * the row stays locked until the commit, and turns of one agent wait for each other there.
 */
@Injectable()
export class AgentCountersService {
  constructor(private readonly agents: AgentsRepository) {}

  add(workspaceId: string, agentId: string, counts: AgentCounts): Promise<void> {
    return this.agents.updateCounters(workspaceId, agentId, counts);
  }
}
