import { Injectable } from '@nestjs/common';
import { ConversationQueries } from '../../conversations/conversation-queries.service';
import { MessagesService } from '../../inbox/messages/messages.service';
import { RequestSnapshotsService } from '../../support/request-snapshots.service';
import type { RequestSnapshot } from '../../support/support-events';
import type { HistoryStep } from '../../support/support-request.types';
import type { SlaMilestone } from '../../support/support-request.types';
import type { MilestoneOutcome, NotSatisfiedReason, SlaReplyType } from '../sla.types';
import type { Clock } from '../engine/clock';
import { clockEventOf } from './clock-event-of';
import type { ClockEvent } from '../engine/clock.types';
import { REACHED_BY_REPLIES, REPEATED, RESPONSES, satisfies } from '../engine/milestone-rules';
import { MilestonesRepository } from './milestones.repository';
import { SlaClocksService } from '../clocks/sla-clocks.service';
import { MilestoneRecord } from './sla-milestone.entity';

/** A message that may satisfy milestones, and what became of it. */
export interface Answer {
  messageId: string;
  /** Who wrote it; null: no member. */
  memberId: string | null;
  writtenAt: Date;
  replyType: SlaReplyType;
  outcome: MilestoneOutcome;
  /** When that happened. */
  observedAt: Date;
}

export interface EpisodeMilestone {
  episodeNumber: number;
  milestone: SlaMilestone;
}

/** An answer as it is recorded for a milestone. */
export interface RecordedAnswer extends Answer {
  /** Whether people said it: what the agent says is not what people answer. */
  isByPeople: boolean;
  /** Who observed the outcome; null: the service itself. */
  actorMemberId: string | null;
  recordedAt: Date;
}

/**
 * Records answers for milestones, and adds them to the clocks. Joins the caller's transaction, and the caller holds the
 * conversation's lock.
 */
@Injectable()
export class AnswersService {
  constructor(
    private readonly milestones: MilestonesRepository,
    private readonly clocks: SlaClocksService,
    private readonly messages: MessagesService,
    private readonly conversations: ConversationQueries,
    private readonly requests: RequestSnapshotsService,
  ) {}

  /** `clocks`: those that it may satisfy, the newest last. */
  async write(
    request: RequestSnapshot,
    { episodeNumber, milestone }: EpisodeMilestone,
    answer: RecordedAnswer,
    clocks: readonly Clock[],
    now: Date,
  ): Promise<MilestoneRecord> {
    const { workspaceId, supportRequestId } = request;
    const { messageId, memberId, outcome, replyType, observedAt, recordedAt, actorMemberId } = answer;
    const reasons = clocks.map((clock) => reasonOf(milestone, answer, clock));
    const satisfied = reasons.includes(null);
    const record = await this.milestones.upsert({
      ...{ workspaceId, supportRequestId, episodeNumber, milestone, messageId },
      ...{ outcome, replyType, observedAt, recordedAt, satisfied, actorMemberId },
      notSatisfiedReason: satisfied ? null : (reasons.at(-1) ?? reasonOf(milestone, answer, null)),
    });
    for (const [index, clock] of clocks.entries()) {
      const satisfiesIt = reasons[index] === null;
      if (!clock.isOpen && !satisfiesIt) continue;
      const writtenAt = answer.writtenAt.getTime();
      const event = { messageId, memberId, writtenAt, replyType, outcome, satisfied: satisfiesIt };
      // A reply that reached the customer in time did so, however long it took to know. What members say dates nothing back.
      const ranTo = (actorMemberId === null ? observedAt : recordedAt).getTime();
      await this.clocks.answer(clock, event, observedAt.getTime(), ranTo, now.getTime());
    }
    if (satisfied && RESPONSES.includes(milestone) && request.state !== 'ended') await this.awaitNext(request, now);
    return record;
  }

  /** The customer has written: starts the clock of the next response, unless an earlier message still waits for its response. */
  async customerWrote(request: RequestSnapshot, at: Date, now: Date): Promise<void> {
    const open = await this.clocks.listOpen(request.workspaceId, [request.supportRequestId]);
    if (open.some(({ milestone }) => RESPONSES.includes(milestone))) return;
    if (!(await this.isAnswered(request))) return;
    const done = await this.requests.listEpisode(request);
    const since = done.flatMap(clockEventOf);
    await this.clocks.startNextResponse(request, { writtenAt: at.getTime(), since }, now.getTime());
  }

  /** What the customer has written since the last answer is what has to be answered next. */
  private async awaitNext(request: RequestSnapshot, now: Date): Promise<void> {
    const last = await this.milestones.findLastResponse(request);
    if (last === null) return;
    const { workspaceId, conversationId } = request;
    const unanswered = await this.conversations.findFirstFromCustomerAfter(workspaceId, conversationId, last);
    if (unanswered) await this.customerWrote(request, unanswered, now);
  }

  async isAnswered(request: RequestSnapshot): Promise<boolean> {
    return (await this.milestones.findLastResponse(request)) !== null;
  }

  /**
   * A message no longer stands for these clocks, which it satisfied: they have run on, unless another message satisfies
   * them that would have, had this one never been.
   */
  async revoke(request: RequestSnapshot, clocks: readonly Clock[], messageId: string, now: Date): Promise<void> {
    const { workspaceId, supportRequestId } = request;
    for (const clock of clocks) {
      const entries = await this.requests.listEpisodeAfter(clock.version, request, clock.key.episodeNumber);
      const since = new Date(clock.startRecordedAt);
      const recorded = await this.milestones.listSince(workspaceId, supportRequestId, since);
      const others = recordedFor(
        clock,
        recorded.filter((record) => record.messageId !== messageId),
      );
      this.clocks.revokeAnswer(clock, messageId, now.getTime());
      const happened = [...entries, ...others];
      for (const one of happened.sort((a, b) => a.recordedAt.getTime() - b.recordedAt.getTime())) {
        if (clock.timeline.isSatisfied) break;
        if (one instanceof MilestoneRecord) await this.answerAgain(request, clock, one, now);
        else this.clocks.applyEvents(clock, eventsOf(one, clock), one.recordedAt.getTime());
      }
      await this.clocks.save([clock], now.getTime());
    }
  }

  /** By a message that was not needed before. */
  private async answerAgain(request: RequestSnapshot, clock: Clock, record: MilestoneRecord, now: Date): Promise<void> {
    const message = await this.messages.find(request.workspaceId, request.conversationId, record.messageId);
    const writtenAt = message?.createdAt ?? record.observedAt;
    if (!clock.isAskedBy(writtenAt.getTime()) && (!isOwn(clock, record) || REPEATED.includes(clock.milestone))) return;
    const isByPeople = message?.role !== 'agent';
    const { messageId, replyType, outcome, observedAt, actorMemberId, recordedAt } = record;
    const memberId = message?.authorMemberId ?? null;
    const answer = {
      ...{ messageId, replyType, outcome, observedAt, actorMemberId, recordedAt },
      ...{ memberId, writtenAt, isByPeople },
    };
    if (reasonOf(clock.milestone, answer, clock) !== null) return;
    await this.write(request, clock.key, answer, [clock], now);
  }
}

/**
 * Of what was recorded since a clock began, what satisfies it: what was recorded for it, and replies that the service saw
 * leave while another message satisfied it. What members say is said of one milestone.
 */
function recordedFor(clock: Clock, records: readonly MilestoneRecord[]): MilestoneRecord[] {
  const own = new Set(records.filter((record) => isOwn(clock, record)).map(({ messageId }) => messageId));
  const isReached = REACHED_BY_REPLIES.includes(clock.milestone);
  return records.filter((record) => {
    const isReply = isReached && record.actorMemberId === null && !own.has(record.messageId);
    const isFit = record.outcome === 'accepted' && satisfies(clock.milestone, record.replyType);
    return isFit && (isReply || isOwn(clock, record));
  });
}

function isOwn({ key }: Clock, { episodeNumber, milestone }: MilestoneRecord): boolean {
  return episodeNumber === key.episodeNumber && milestone === key.milestone;
}

/** What a change of the request is to a clock of one of its episodes: with the next one, it is over. */
function eventsOf(entry: HistoryStep, { key }: Clock): ClockEvent[] {
  const isNext = entry.episodeNumber > key.episodeNumber;
  return isNext ? [{ kind: 'cancelled', at: entry.occurredAt.getTime() }] : clockEventOf(entry);
}

function reasonOf(
  milestone: SlaMilestone,
  {
    messageId,
    outcome,
    replyType,
    isByPeople,
    writtenAt,
  }: Pick<RecordedAnswer, 'messageId' | 'outcome' | 'replyType' | 'isByPeople' | 'writtenAt'>,
  clock: Clock | null,
): NotSatisfiedReason | null {
  if (outcome !== 'accepted') return 'outcome';
  if (!isByPeople || !satisfies(milestone, replyType)) return 'reply_type';
  if (!clock) return 'no_clock';
  const { satisfiedBy, finishedAt } = clock.timeline;
  if (satisfiedBy !== null) return satisfiedBy === messageId ? null : 'already_satisfied';
  // A request may be ended as soon as its last answer is written, before the answer leaves.
  return finishedAt !== null && finishedAt < writtenAt.getTime() ? 'no_clock' : null;
}
