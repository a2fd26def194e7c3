import { Injectable } from '@nestjs/common';
import { OnEvents } from '../common/events/on-events.decorator';
import type { ReplyStatus } from '../conversations/conversation.types';
import {
  SupportRequestEnded,
  type SupportRequestEvent,
  SupportRequestMessageReceived,
  SupportRequestMoved,
  SupportRequestOpened,
  SupportRequestPriorityChanged,
  SupportRequestReopened,
  SupportRequestReplySettled,
} from '../support/support-events';
import { SlaClocksService } from './clocks/sla-clocks.service';
import type { ClockTransition } from './engine/clock.types';
import { AnswersService } from './milestones/answers.service';
import { MilestonesService } from './milestones/milestones.service';
import { RetargetingService } from './milestones/retargeting.service';
import type { MilestoneOutcome } from './sla.types';

/** Absent: the reply is not settled. */
const OUTCOMES: Partial<Record<ReplyStatus, MilestoneOutcome>> = {
  sent: 'accepted',
  failed: 'failed',
  uncertain: 'uncertain',
  undone: 'cancelled',
  bounced: 'failed',
};

/** Moves the clocks of support requests with the events of the requests, in the order of the events. */
@Injectable()
export class RequestFollower {
  constructor(
    private readonly clocks: SlaClocksService,
    private readonly milestones: MilestonesService,
    private readonly answers: AnswersService,
    private readonly retargeting: RetargetingService,
  ) {}

  @OnEvents<SupportRequestEvent>(
    [
      SupportRequestOpened,
      SupportRequestMoved,
      SupportRequestEnded,
      SupportRequestReopened,
      SupportRequestPriorityChanged,
      SupportRequestMessageReceived,
      SupportRequestReplySettled,
    ],
    { locks: 'dependents' },
  )
  async follow(events: readonly SupportRequestEvent[]): Promise<void> {
    for (const event of events) await this.apply(event);
  }

  private async apply(event: SupportRequestEvent): Promise<void> {
    if (event instanceof SupportRequestOpened || event instanceof SupportRequestReopened) {
      const { recordedAt, actorMemberId } = event.data;
      return this.clocks.open(event.data, { byMember: actorMemberId !== null }, Date.parse(recordedAt));
    }
    if (event instanceof SupportRequestMoved) return this.moved(event.data);
    if (event instanceof SupportRequestEnded) {
      const { disposition, occurredAt, recordedAt } = event.data;
      const ended: ClockTransition = { kind: 'ended', disposition };
      return this.clocks.move(event.data, ended, Date.parse(occurredAt), Date.parse(recordedAt));
    }
    if (event instanceof SupportRequestPriorityChanged) {
      return this.retargeting.retarget(event.data, Date.parse(event.data.recordedAt));
    }
    if (event instanceof SupportRequestMessageReceived) {
      const { writtenAt, recordedAt } = event.data;
      return this.answers.customerWrote(event.data, new Date(writtenAt), new Date(recordedAt));
    }
    if (event instanceof SupportRequestReplySettled) return this.settled(event.data);
  }

  private moved(move: SupportRequestMoved['data']): Promise<void> {
    const { waitingOn, occurredAt, recordedAt, isScheduled } = move;
    const resumeAt = move.resumeAt === null ? null : Date.parse(move.resumeAt);
    const transition: ClockTransition =
      waitingOn === null ? { kind: 'active' } : { kind: 'waiting', waitingOn, resumeAt };
    // A scheduled move may be recorded late. Its clocks stop at its time, so that the next event finds nothing late that was not.
    const now = isScheduled ? occurredAt : recordedAt;
    return this.clocks.move(move, transition, Date.parse(occurredAt), Date.parse(now));
  }

  private async settled(reply: SupportRequestReplySettled['data']): Promise<void> {
    const { messageId, memberId, replyType, status } = reply;
    const outcome = OUTCOMES[status];
    if (outcome === undefined) return;
    const [writtenAt, observedAt] = [new Date(reply.writtenAt), new Date(reply.observedAt)];
    const answer = { messageId, memberId, writtenAt, replyType, outcome, observedAt };
    await this.milestones.follow(reply, answer, new Date(reply.recordedAt));
  }
}
