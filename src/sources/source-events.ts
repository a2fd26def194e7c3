import { AgentEvent, type AgentFacts } from '../agents/agent-events';
import type { AgentCounts } from '../agents/agent.types';
import { type LogEntry, logEntry } from '../common/event-types/log-entry';
import { SOURCE_EVENTS } from './source-event.types';
import type { FailureClass, SourceType } from './source.types';

interface SourceFacts extends AgentFacts {
  readonly sourceId: string;
  readonly sourceType: SourceType;
  readonly chunkCount: number;
}

/** A fact about a source. The pages of a sitemap have none: they are its own. */
export abstract class SourceEvent extends AgentEvent<SourceFacts> {
  protected sourceEntry(name: keyof typeof SOURCE_EVENTS, failureClass: FailureClass | null = null): LogEntry {
    const { workspaceId, agentId, sourceId, sourceType, chunkCount } = this.data;
    const data = { sourceId, sourceType, chunkCount, failureClass };
    return logEntry(SOURCE_EVENTS[name], { workspaceId, agentId, subjectId: sourceId, data });
  }
}

/** A source was added to the knowledge of an agent; it is not read yet. */
export class SourceAdded extends SourceEvent {
  override get counts(): AgentCounts {
    return { sources: 1 };
  }

  override get logged(): LogEntry {
    return this.sourceEntry('source.created');
  }
}

/** A source, with the pages that it had led to, is no longer part of the knowledge of an agent. */
export class SourceRemoved extends SourceEvent {
  override get counts(): AgentCounts {
    return { sources: -1 };
  }

  override get logged(): LogEntry {
    return this.sourceEntry('source.removed');
  }
}
