import { Injectable } from '@nestjs/common';
import { databaseTime } from '../common/database/database-time';
import { UnitOfWork } from '../common/database/unit-of-work';
import { DomainEvents } from '../common/events/domain-events';
import { OnEvents } from '../common/events/on-events.decorator';
import { AssignmentsService } from '../inbox/assignments/assignments.service';
import { type LostReach, MemberReachReduced } from '../workspaces/members/member-events';
import { SupportRequestChanged } from './support-events';
import { SupportRequestsRepository } from './support-requests.repository';

const HAS_LEFT = 'The member has left the workspace.';
const SEES_IT_NO_LONGER = 'The member no longer has access to the agent.';

/** Unassigns the conversations and support requests of members who leave or no longer see their agents. */
@Injectable()
export class AssignedRequests {
  constructor(
    private readonly requests: SupportRequestsRepository,
    private readonly conversations: AssignmentsService,
    private readonly events: DomainEvents,
    private readonly work: UnitOfWork,
  ) {}

  @OnEvents([MemberReachReduced], { locks: 'agents' })
  async unassign(events: readonly MemberReachReduced[]): Promise<void> {
    for (const { data } of events) {
      const inConversations = await this.requests.listConversationIdsOfLost(data);
      if (await this.conversations.unassign(data, inConversations)) await this.unassignRequests(data);
    }
  }

  private async unassignRequests(lost: LostReach): Promise<void> {
    const cause = { reason: lost.hasLeft ? HAS_LEFT : SEES_IT_NO_LONGER, recordedAt: await databaseTime(this.work) };
    for (;;) {
      const unassigned = await this.requests.unassignSome(lost, cause);
      if (unassigned.length === 0) return;
      const { memberId } = lost;
      const changes = { changed: ['assigneeMemberId'], previous: { assigneeMemberId: memberId } };
      const now = { assigneeMemberId: null, transitionKind: null, ...changes };
      this.events.publish(...unassigned.map((request) => new SupportRequestChanged({ ...request, ...now })));
    }
  }
}
