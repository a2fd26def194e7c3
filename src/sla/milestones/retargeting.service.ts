import { Injectable } from '@nestjs/common';
import { ConversationQueries } from '../../conversations/conversation-queries.service';
import { RequestSnapshotsService } from '../../support/request-snapshots.service';
import type { RequestSnapshot } from '../../support/support-events';
import type { HistoryStep } from '../../support/support-request.types';
import { SlaClocksService } from '../clocks/sla-clocks.service';
import type { DueMilestone } from '../engine/clock.types';
import { clockEventOf } from './clock-event-of';
import { MilestonesRepository } from './milestones.repository';

/** Brings the clocks of a request under the policy that matches its new priority. Joins the caller's transaction. */
@Injectable()
export class RetargetingService {
  constructor(
    private readonly milestones: MilestonesRepository,
    private readonly clocks: SlaClocksService,
    private readonly conversations: ConversationQueries,
    private readonly requests: RequestSnapshotsService,
  ) {}

  /** `now`: in milliseconds since the epoch. */
  async retarget(request: RequestSnapshot, now: number): Promise<void> {
    const steps = await this.requests.listEpisode(request);
    const due = request.state === 'ended' ? [] : await this.listDue(request, steps);
    await this.clocks.retarget(request, { due, since: steps.flatMap(clockEventOf) }, now);
  }

  /** The milestones that the episode still waits for, under any policy. `steps`: its history. */
  private async listDue(request: RequestSnapshot, steps: readonly HistoryStep[]): Promise<DueMilestone[]> {
    const { workspaceId, conversationId, episodeNumber, origin } = request;
    const since = Date.parse(request.openedAt);
    const due: DueMilestone[] = [{ milestone: 'verified_resolution', since }];
    const response = await this.milestones.findLastResponse(request);
    if (response !== null) {
      const unanswered = await this.conversations.findFirstFromCustomerAfter(workspaceId, conversationId, response);
      if (unanswered) due.push({ milestone: 'next_response', since: unanswered.getTime() });
      return due;
    }
    const isByMember = steps.some(({ kind, actorMemberId }) => kind === 'reopen' && actorMemberId !== null);
    if (!isByMember) due.push({ milestone: 'first_response', since });
    if (episodeNumber === 1 && origin === 'hand_over') due.push({ milestone: 'handoff_pickup', since });
    return due;
  }
}
