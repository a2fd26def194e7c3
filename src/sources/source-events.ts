import { AgentEvent, type AgentFacts } from '../agents/agent-events';
import type { AgentCounts } from '../agents/agent.types';

interface SourceFacts extends AgentFacts {
  readonly sourceId: string;
}

/** A source was added to the knowledge of an agent; it is not read yet. */
export class SourceAdded extends AgentEvent<SourceFacts> {
  override get counts(): AgentCounts {
    return { sources: 1 };
  }
}

/** A source, with the pages that it had led to, is no longer part of the knowledge of an agent. */
export class SourceRemoved extends AgentEvent<SourceFacts> {
  override get counts(): AgentCounts {
    return { sources: -1 };
  }
}
