import { Injectable } from '@nestjs/common';
import { Erasers } from '../common/erasure/erasers';
import type { Erasure } from '../common/erasure/erasure.types';
import { OnEvents } from '../common/events/on-events.decorator';
import { AgentEvent } from './agent-events';
import type { AgentCounts } from './agent.types';
import { AgentsRepository } from './agents.repository';

/** The figures that an agent is shown with, kept in the transactions of what they count. */
@Injectable()
export class AgentCountersService {
  constructor(
    private readonly agents: AgentsRepository,
    erasers: Erasers,
  ) {
    erasers.register({ step: 'counters', erase: (erasure) => this.subtract(erasure) });
  }

  /** Last, since all turns of an agent wait for each other here; agents in the order of ids, so that they wait one way only. */
  @OnEvents([AgentEvent], { locks: 'counters' })
  async count(events: readonly AgentEvent[]): Promise<void> {
    const totals = new Map<string, { workspaceId: string; counts: AgentCounts }>();
    for (const { data, counts } of events) {
      const { workspaceId, agentId } = data;
      totals.set(agentId, { workspaceId, counts: sum(totals.get(agentId)?.counts ?? {}, counts) });
    }
    for (const [agentId, { workspaceId, counts }] of [...totals].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (Object.values(counts).some(Boolean)) await this.add(workspaceId, agentId, counts);
    }
  }

  add(workspaceId: string, agentId: string, counts: AgentCounts): Promise<void> {
    return this.agents.updateCounters(workspaceId, agentId, counts);
  }

  private async subtract({ workspaceId, figures }: Erasure): Promise<void> {
    for (const agentId of [...figures.keys()].sort()) await this.add(workspaceId, agentId, figures.get(agentId)!);
  }
}

function sum(before: AgentCounts, more: AgentCounts): AgentCounts {
  const total: AgentCounts = { ...before };
  for (const [figure, count] of Object.entries(more) as [keyof AgentCounts, number][]) {
    total[figure] = (total[figure] ?? 0) + count;
  }
  return total;
}
