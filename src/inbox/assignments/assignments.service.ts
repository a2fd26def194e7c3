import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/agents.service';
import { ConversationWriter } from '../../conversations/conversation-writer.service';
import type { LostReach } from '../../workspaces/members/member-events';

/** Unassigns the conversations of members who leave or no longer see an agent. */
@Injectable()
export class AssignmentsService {
  constructor(
    private readonly conversations: ConversationWriter,
    private readonly agents: AgentsService,
  ) {}

  /**
   * Unassigns the member's conversations. Locks them until the transaction ends, together with `others`, in which the caller unassigns
   * more. Takes locks as an erasure does: agents, then conversations, each in the order of ids, before all that belongs to them.
   *
   * @returns false: there is no conversation to unassign or lock
   */
  async unassign(lost: LostReach, others: readonly string[]): Promise<boolean> {
    const agentIds = await this.conversations.listAgentIdsOfLost(lost, others);
    if (agentIds.length === 0) return false;
    await this.agents.lockAgainstPurge(lost.workspaceId, agentIds);
    await this.conversations.lockLost(lost, others);
    await this.conversations.unassignLost(lost);
    return true;
  }
}
