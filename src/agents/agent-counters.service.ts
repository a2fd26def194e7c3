import { Injectable } from '@nestjs/common';
import { OnEvents } from '../common/events/on-events.decorator';
import { AgentEvent } from './agent-events';
import type { AgentCounts } from './agent.types';
import { AgentsRepository } from './agents.repository';

/** The figures that an agent is shown with, kept in the transactions of what they count. */
@Injectable()
export class AgentCountersService {
  constructor(private readonly agents: AgentsRepository) {}

  /** Last, since all turns of an agent wait for each other here; agents in the order of ids, so that they wait one way only. */
  @OnEvents([AgentEvent], { locks: 'counters' })
  async count(events: readonly AgentEvent[]): Promise<void> {
    const totals = new Map<string, { workspaceId: string; counts: AgentCounts }>();
    for (const { data, counts } of events) {
      const { workspaceId, agentId } = data;
      const total = totals.get(agentId) ?? { workspaceId, counts: {} };
      for (const [figure, count] of Object.entries(counts) as [keyof AgentCounts, number][]) {
        total.counts[figure] = (total.counts[figure] ?? 0) + count;
      }
      totals.set(agentId, total);
    }
    for (const [agentId, { workspaceId, counts }] of [...totals].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (Object.values(counts).some(Boolean)) await this.add(workspaceId, agentId, counts);
    }
  }

  add(workspaceId: string, agentId: string, counts: AgentCounts): Promise<void> {
    return this.agents.updateCounters(workspaceId, agentId, counts);
  }
}
