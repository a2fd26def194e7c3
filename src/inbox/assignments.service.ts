import { Injectable } from '@nestjs/common';
import { AgentsService } from '../agents/agents.service';
import { type LostReach, MemberWorkPort } from '../workspaces/members/member-work.port';
import { AssignedWorkPort } from './assigned-work.port';
import { ConversationsRepository } from './conversations.repository';

/**
 * Conversations of members who leave or no longer see their agents, and what is theirs in others: nobody's from then on, and the
 * others hear of it.
 */
@Injectable()
export class AssignmentsService {
  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly agents: AgentsService,
    private readonly work: AssignedWorkPort,
    port: MemberWorkPort,
  ) {
    port.register((lost) => this.release(lost));
  }

  /**
   * Locks agents and conversations as an erasure does, each in the order of ids, so that the two wait only one way: all
   * conversations before anything within them.
   */
  private async release(lost: LostReach): Promise<void> {
    const others = await this.work.listConversationIds(lost);
    const agentIds = await this.conversations.listAgentIdsOfWork(lost, others);
    if (agentIds.length === 0) return;
    await this.agents.holdOffPurge(lost.workspaceId, agentIds);
    await this.conversations.lockWork(lost, others);
    while ((await this.conversations.unassignSome(lost)) > 0);
    await this.work.release(lost);
  }
}
