import { Injectable } from '@nestjs/common';
import { databaseTime } from '../common/database/database-time';
import { UnitOfWork } from '../common/database/unit-of-work';
import { type AssignedWork, AssignedWorkPort } from '../inbox/assigned-work.port';
import { InboxEventsService } from '../inbox/events/inbox-events.service';
import type { LostReach } from '../workspaces/members/member-work.port';
import { SupportRequestsRepository } from './support-requests.repository';

const HAS_LEFT = 'The member has left the workspace.';
const SEES_IT_NO_LONGER = 'The member no longer has access to the agent.';

/**
 * Support requests of members who leave or no longer see their agents: they are nobody's from then on, which their history
 * tells, and the others hear of.
 */
@Injectable()
export class AssignedRequests implements AssignedWork {
  constructor(
    private readonly requests: SupportRequestsRepository,
    private readonly events: InboxEventsService,
    private readonly work: UnitOfWork,
    port: AssignedWorkPort,
  ) {
    port.provide(this);
  }

  listConversationIds(lost: LostReach): Promise<string[]> {
    return this.requests.listConversationIdsOfLost(lost);
  }

  async release(lost: LostReach): Promise<void> {
    const cause = { reason: lost.hasLeft ? HAS_LEFT : SEES_IT_NO_LONGER, recordedAt: await databaseTime(this.work) };
    for (;;) {
      const unassigned = await this.requests.unassignSome(lost, cause);
      if (unassigned.length === 0) return;
      const type = 'support_request.updated' as const;
      await this.events.append(...unassigned.map((request) => ({ ...request, type })));
    }
  }
}
