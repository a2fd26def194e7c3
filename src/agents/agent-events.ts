import { DomainEvent } from '../common/events/domain-event';
import type { Lock } from '../common/events/lock-order';
import type { AgentCounts } from './agent.types';

export interface AgentFacts {
  readonly agentId: string;
}

/** A fact about an agent. */
export abstract class AgentEvent<Facts extends AgentFacts = AgentFacts> extends DomainEvent<Facts> {
  static override readonly holds: Lock | null = 'agents';

  /** Adds to the figures that the agent is shown with. */
  get counts(): AgentCounts {
    return {};
  }
}
