import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';

/** What changed about an agent; negative where something went away. */
export interface AgentCounts {
  messages?: number;
  conversations?: number;
  /** Conversations handed to a person for the first time. */
  handedOff?: number;
  sources?: number;
}

/**
 * The figures of an agent's record, kept in the transactions of what they count. Call it last in a transaction: the row
 * stays locked until the commit, and turns of one agent wait for each other there.
 */
@Injectable()
export class AgentCounters {
  constructor(private readonly work: UnitOfWork) {}

  async add(workspaceId: string, agentId: string, counts: AgentCounts): Promise<void> {
    await this.work.prepared(
      `UPDATE agent_counters SET message_count = message_count + $3, conversation_count = conversation_count + $4,
         handed_off_count = handed_off_count + $5, source_count = source_count + $6
       WHERE workspace_id = $1 AND agent_id = $2`,
      [
        workspaceId,
        agentId,
        counts.messages ?? 0,
        counts.conversations ?? 0,
        counts.handedOff ?? 0,
        counts.sources ?? 0,
      ],
    );
  }
}
