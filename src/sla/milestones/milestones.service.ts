import { Injectable } from '@nestjs/common';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Member } from '../../common/request/principal';
import { MessagesService } from '../../inbox/messages/messages.service';
import { ensureNotAhead } from '../../common/validation/not-ahead';
import type { RequestSnapshot } from '../../support/support-events';
import { type Answer, AnswersService, type EpisodeMilestone, type RecordedAnswer } from './answers.service';
import type { Clock } from '../engine/clock';
import { allowedOutcomes, REACHED_BY_REPLIES, REPEATED, RESPONSES, satisfies } from '../engine/milestone-rules';
import {
  MessageIsNoAnswer,
  MilestoneAlreadyRecorded,
  NoteIsNoReply,
  ObservedTooEarly,
  UnknownEpisode,
  UnknownMessage,
} from './milestones.errors';
import { MilestonesRepository } from './milestones.repository';
import { SlaClocksService } from '../clocks/sla-clocks.service';
import type { MilestoneRecord } from './sla-milestone.entity';

/** A milestone that a message is about, with the clocks that it may satisfy. */
interface ConcernedMilestone extends EpisodeMilestone {
  clocks: Clock[];
}

/** What a member says of a message. */
export interface RecordedMilestone
  extends Pick<Answer, 'messageId' | 'replyType' | 'outcome' | 'observedAt'>, EpisodeMilestone {}

/**
 * Brings messages and milestones together: what reached the customer satisfies, what came back no longer does. Joins the
 * caller's transaction, and the caller holds the conversation's lock.
 */
@Injectable()
export class MilestonesService {
  constructor(
    private readonly milestones: MilestonesRepository,
    private readonly clocks: SlaClocksService,
    private readonly answers: AnswersService,
    private readonly messages: MessagesService,
    private readonly work: UnitOfWork,
  ) {}

  /**
   * What a member says of a message. The same again changes nothing; of what was uncertain, more may be known later, and
   * what kind of reply it was can be corrected.
   *
   * @throws InTheFuture, UnknownEpisode, UnknownMessage, MessageIsNoAnswer, NoteIsNoReply 400, MilestoneAlreadyRecorded 409
   */
  async record(member: Member, request: RequestSnapshot, reported: RecordedMilestone): Promise<MilestoneRecord> {
    const { workspaceId, supportRequestId, conversationId } = request;
    const now = await databaseTime(this.work);
    ensureNotAhead(reported.observedAt, now, '/observedAt');
    if (reported.observedAt.getTime() < Date.parse(request.createdAt)) throw new ObservedTooEarly(request.createdAt);
    if (reported.episodeNumber > request.episodeNumber) throw new UnknownEpisode(request.episodeNumber);
    const message = await this.messages.find(workspaceId, conversationId, reported.messageId);
    if (!message) throw new UnknownMessage();
    if (message.role === 'customer' || message.role === 'system') throw new MessageIsNoAnswer();
    if (message.role === 'note' && reported.replyType !== 'internal_note') throw new NoteIsNoReply();

    const known = await this.milestones.find({ ...reported, workspaceId, supportRequestId, messageId: message.id });
    if (known && isSame(known, reported)) return known;
    if (known) ensureChangeable(known, reported);
    const { observedAt, actorMemberId } = observationOf(known, reported, member);
    const isFit = satisfies(reported.milestone, reported.replyType);
    // To the clock it is what it was.
    const isUnchanged = known !== null && isFit && isFitAt(known, observedAt);
    const answer: RecordedAnswer = {
      ...reported,
      messageId: message.id,
      memberId: message.authorMemberId ?? member.memberId,
      writtenAt: message.createdAt,
      ...{ observedAt, actorMemberId },
      recordedAt: isUnchanged ? known.recordedAt : now,
      isByPeople: message.role !== 'agent',
    };
    const all = await this.clocks.listSatisfiedBy(workspaceId, supportRequestId, message.id);
    const satisfied = all.filter(isOf(reported));
    if (isUnchanged && satisfied.length > 0) return this.answers.write(request, reported, answer, satisfied, now);
    await this.answers.revoke(request, satisfied, message.id, now);
    const clocks = await this.listAnswerable(request, reported, answer.writtenAt);
    return this.answers.write(request, reported, answer, clocks, now);
  }

  /** What has become of a reply, which the service itself has seen. */
  async follow(request: RequestSnapshot, answer: Answer, now: Date): Promise<void> {
    const { workspaceId, supportRequestId: id } = request;
    const known = await this.milestones.listOfMessage(workspaceId, id, answer.messageId);
    // Members may have said of it what only now is known.
    const satisfied = await this.clocks.listSatisfiedBy(workspaceId, id, answer.messageId);
    await this.answers.revoke(request, satisfied, answer.messageId, now);
    const concerned = new Map<string, ConcernedMilestone>();
    for (const { episodeNumber, milestone } of known) add(concerned, { episodeNumber, milestone });
    const answerable = await this.clocks.listAnswerable(workspaceId, [id], answer.writtenAt);
    for (const clock of answerable) {
      const isKnown = known.some((record) => isOf(record)(clock));
      const isReached = REACHED_BY_REPLIES.includes(clock.milestone) && clock.isAskedBy(answer.writtenAt.getTime());
      if (isReached || (isKnown && !REPEATED.includes(clock.milestone))) add(concerned, clock.key, clock);
    }
    if (![...concerned.values()].some(({ milestone }) => RESPONSES.includes(milestone))) {
      const milestone = (await this.answers.isAnswered(request)) ? 'next_response' : 'first_response';
      add(concerned, { episodeNumber: request.episodeNumber, milestone });
    }
    for (const of of concerned.values()) {
      const replyType = known.find((record) => isAlike(record, of))?.replyType ?? answer.replyType;
      const recorded = { ...answer, replyType, isByPeople: true, recordedAt: now, actorMemberId: null };
      await this.answers.write(request, of, recorded, awaited(of.clocks), now);
    }
  }

  /**
   * The clocks of a milestone that a message may satisfy, by what a member says of it; otherwise the newest one, which says
   * why the message does not.
   */
  private async listAnswerable(request: RequestSnapshot, of: EpisodeMilestone, writtenAt: Date): Promise<Clock[]> {
    const answerable = await this.clocks.listAnswerable(request.workspaceId, [request.supportRequestId], writtenAt);
    const concerned = answerable.filter(
      (clock) => isOf(of)(clock) && (!REPEATED.includes(of.milestone) || clock.isAskedBy(writtenAt.getTime())),
    );
    if (concerned.length > 0) return awaited(concerned);
    const newest = await this.clocks.find(request, of);
    return newest?.timeline.isSatisfied ? [newest] : [];
  }
}

/** @throws MilestoneAlreadyRecorded 409 */
function ensureChangeable(known: MilestoneRecord, reported: RecordedMilestone): void {
  const allowed = allowedOutcomes(known.outcome);
  const isCorrection = known.outcome === reported.outcome && known.replyType !== reported.replyType;
  if (isCorrection || allowed.includes(reported.outcome)) return;
  throw new MilestoneAlreadyRecorded(known.outcome, reported.outcome, allowed);
}

/** When the outcome was observed, and by whom: of a reply that the service has followed, it knows for itself. */
function observationOf(
  known: MilestoneRecord | null,
  reported: RecordedMilestone,
  { memberId }: Member,
): Pick<MilestoneRecord, 'observedAt' | 'actorMemberId'> {
  const isSeen = known !== null && known.outcome === reported.outcome && known.actorMemberId === null;
  return isSeen ? known : { observedAt: reported.observedAt, actorMemberId: memberId };
}

/** Whether a record says that its milestone was satisfied at this moment, if something waited for it. */
function isFitAt({ milestone, replyType, outcome, observedAt }: MilestoneRecord, at: Date): boolean {
  return outcome === 'accepted' && satisfies(milestone, replyType) && observedAt.getTime() === at.getTime();
}

function isAlike(one: EpisodeMilestone, other: EpisodeMilestone): boolean {
  return one.episodeNumber === other.episodeNumber && one.milestone === other.milestone;
}

/** Of clocks of one milestone, oldest first, those that wait; one that was cancelled counts unless there is another since. */
function awaited(clocks: readonly Clock[]): Clock[] {
  return clocks.filter((clock) => clock.isOpen || clock === clocks.at(-1));
}

function isOf(of: EpisodeMilestone): (clock: Clock) => boolean {
  return ({ key }) => isAlike(key, of);
}

/** One of each milestone and episode. */
function add(
  concerned: Map<string, ConcernedMilestone>,
  { episodeNumber, milestone }: EpisodeMilestone,
  clock?: Clock,
): void {
  const key = `${episodeNumber} ${milestone}`;
  const clocks = concerned.get(key)?.clocks ?? [];
  concerned.set(key, { episodeNumber, milestone, clocks: clock ? [...clocks, clock] : clocks });
}

/** The service has seen for itself what members then say; when they saw it is their own affair. */
function isSame(known: MilestoneRecord, reported: RecordedMilestone): boolean {
  const isEqual = known.outcome === reported.outcome && known.replyType === reported.replyType;
  return isEqual && (known.actorMemberId === null || known.observedAt.getTime() === reported.observedAt.getTime());
}
