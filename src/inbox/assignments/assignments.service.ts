import { Injectable } from '@nestjs/common';
import { AgentsService } from '../../agents/agents.service';
import type { LostReach } from '../../workspaces/members/member-events';
import { ConversationsRepository } from '../../conversations/conversations.repository';

/** Conversations of members who leave or no longer see their agents. */
@Injectable()
export class AssignmentsService {
  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly agents: AgentsService,
  ) {}

  /**
   * Unassigns the member's conversations, and holds the locks of these and of `others`, in which the member has more to lose, until
   * the transaction ends. Locks agents and conversations as an erasure does, each in the order of ids, and all conversations before
   * anything within them.
   *
   * @returns false: the member has none of either
   */
  async unassign(lost: LostReach, others: readonly string[]): Promise<boolean> {
    const agentIds = await this.conversations.listAgentIdsOfWork(lost, others);
    if (agentIds.length === 0) return false;
    await this.agents.lockAgainstPurge(lost.workspaceId, agentIds);
    await this.conversations.lockWork(lost, others);
    while ((await this.conversations.unassignSome(lost)) > 0);
    return true;
  }
}
