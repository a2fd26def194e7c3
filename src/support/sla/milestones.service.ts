import { Injectable } from '@nestjs/common';
import { databaseTime } from '../../common/database/database-time';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Member } from '../../common/request/principal';
import { MessagesService } from '../../inbox/messages/messages.service';
import type { HistoryEntry } from '../history-entry.entity';
import { HistoryRepository } from '../history.repository';
import { MOST_AHEAD_MS } from '../support-request-rules';
import type { SupportRequest } from '../support-request.entity';
import type { MilestoneOutcome, NotSatisfiedReason, SlaMilestone, SlaReplyType } from '../support-request.types';
import { InTheFuture, ObservedTooEarly } from '../support-requests.errors';
import type { Clock } from './clock';
import type { ClockEvent } from './clock.types';
import { clockEventOf } from './clock-event-of';
import { allowedOutcomes, REACHED_BY_REPLIES, RESPONSES, satisfies } from './milestone-rules';
import {
  MessageIsNoAnswer,
  MilestoneAlreadyRecorded,
  NoteIsNoReply,
  UnknownEpisode,
  UnknownMessage,
} from './milestones.errors';
import { MilestonesRepository } from './milestones.repository';
import { SlaClocksService } from './sla-clocks.service';
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

/** A milestone that a message is about, with the clock that it may satisfy. */
interface Meant {
  episodeNumber: number;
  milestone: SlaMilestone;
  clock: Clock | null;
}

/** What a member says of a message. */
export interface RecordedMilestone extends Pick<Answer, 'messageId' | 'replyType' | 'outcome' | 'observedAt'> {
  episodeNumber: number;
  milestone: SlaMilestone;
}

/**
 * Brings messages and milestones together: what reached the customer satisfies, what came back no longer does. Joins the
 * caller's transaction, and the caller holds the conversation's lock.
 */
@Injectable()
export class MilestonesService {
  constructor(
    private readonly milestones: MilestonesRepository,
    private readonly clocks: SlaClocksService,
    private readonly messages: MessagesService,
    private readonly history: HistoryRepository,
    private readonly work: UnitOfWork,
  ) {}

  /**
   * What a member says of a message. The same again changes nothing; of what was uncertain, more may be known later.
   *
   * @throws InTheFuture, UnknownEpisode, UnknownMessage, MessageIsNoAnswer, NoteIsNoReply 400, MilestoneAlreadyRecorded 409
   */
  async record(member: Member, request: SupportRequest, said: RecordedMilestone): Promise<MilestoneRecord> {
    const { workspaceId, id: supportRequestId, conversationId } = request;
    const now = await databaseTime(this.work);
    if (said.observedAt.getTime() > now.getTime() + MOST_AHEAD_MS) throw new InTheFuture('/observedAt');
    if (said.observedAt < request.createdAt) throw new ObservedTooEarly(request.createdAt);
    if (said.episodeNumber > request.episodeNumber) throw new UnknownEpisode(request.episodeNumber);
    const message = await this.messages.find(workspaceId, conversationId, said.messageId);
    if (!message) throw new UnknownMessage();
    if (message.role === 'customer' || message.role === 'system') throw new MessageIsNoAnswer();
    if (message.role === 'note' && said.replyType !== 'internal_note') throw new NoteIsNoReply();

    const key = { ...said, workspaceId, supportRequestId, messageId: message.id };
    const known = await this.milestones.find(key);
    if (known && isSame(known, said)) return known;
    if (known) {
      const allowed = allowedOutcomes(known.outcome);
      const isSettled = allowed.includes(said.outcome) && known.replyType === said.replyType;
      if (!isSettled) throw new MilestoneAlreadyRecorded(known.outcome, said.outcome, allowed);
    }
    const { episodeNumber, milestone } = said;
    const clock = await this.clocks.find(request, { episodeNumber, milestone });
    const memberId = message.authorMemberId ?? member.memberId;
    const answer = { ...said, messageId: message.id, memberId, writtenAt: message.createdAt };
    // What the agent says is not what people answer.
    const replyType = message.role === 'agent' ? null : said.replyType;
    return this.write(request, said, { clock, answer, replyType, actorMemberId: member.memberId }, now, now);
  }

  /** What has become of a reply, which the service itself has seen. */
  async follow(request: SupportRequest, answer: Answer, now: Date): Promise<void> {
    const { workspaceId, id } = request;
    const known = await this.milestones.listOfMessage(workspaceId, id, answer.messageId);
    if (answer.outcome !== 'accepted') await this.takeBack(request, answer.messageId, now);
    const answerable = await this.clocks.listAnswerable(workspaceId, [id], answer.writtenAt);
    const reached = answerable.filter(
      ({ milestone, startedAt }) => REACHED_BY_REPLIES.includes(milestone) && startedAt <= answer.writtenAt.getTime(),
    );
    const meant = new Map<string, Meant>();
    for (const { episodeNumber, milestone } of known) add(meant, { episodeNumber, milestone, clock: null });
    for (const clock of reached) add(meant, { ...clock.key, clock });
    if (![...meant.values()].some(({ milestone }) => RESPONSES.includes(milestone))) {
      const milestone = (await this.isAnswered(request)) ? 'next_response' : 'first_response';
      add(meant, { episodeNumber: request.episodeNumber, milestone, clock: null });
    }
    for (const of of meant.values()) {
      const written = { clock: of.clock, answer, replyType: answer.replyType, actorMemberId: null };
      // A reply that reached the customer in time did so, however long it took to know.
      await this.write(request, of, written, answer.observedAt, now);
    }
  }

  /** The customer has written: somebody has to answer that, unless they still have to answer something earlier. */
  async customerWrote(request: SupportRequest, at: Date, now: Date): Promise<void> {
    const open = await this.clocks.listOpen(request.workspaceId, [request.id]);
    if (open.some(({ milestone }) => RESPONSES.includes(milestone))) return;
    if (!(await this.isAnswered(request))) return;
    const done = await this.history.listEpisode(request.workspaceId, request.id, request.episodeNumber);
    const since = done.flatMap(clockEventOf);
    await this.clocks.startNextResponse(request, { writtenAt: at.getTime(), since }, now.getTime());
  }

  private async isAnswered(request: SupportRequest): Promise<boolean> {
    return (await this.milestones.findLastResponse(request)) !== null;
  }

  /** `replyType` null: nothing that people say. `advanceTo`: until when clocks have run at least. */
  private async write(
    request: SupportRequest,
    { episodeNumber, milestone }: { episodeNumber: number; milestone: SlaMilestone },
    {
      clock,
      answer,
      replyType,
      actorMemberId,
    }: { clock: Clock | null; answer: Answer; replyType: SlaReplyType | null; actorMemberId: string | null },
    advanceTo: Date,
    now: Date,
  ): Promise<MilestoneRecord> {
    const { workspaceId, id: supportRequestId, conversationId } = request;
    const { messageId, memberId, outcome, observedAt } = answer;
    const notSatisfiedReason = reasonOf(milestone, outcome, replyType, clock, answer.writtenAt);
    const satisfied = notSatisfiedReason === null;
    const record = await this.milestones.upsert({
      workspaceId,
      supportRequestId,
      episodeNumber,
      milestone,
      messageId,
      outcome,
      replyType: answer.replyType,
      observedAt,
      recordedAt: now,
      satisfied,
      notSatisfiedReason,
      actorMemberId,
    });
    if (clock && (clock.isOpen || satisfied)) {
      const writtenAt = answer.writtenAt.getTime();
      const told = { messageId, memberId, writtenAt, replyType: answer.replyType, outcome, satisfied };
      await this.clocks.answer(clock, told, observedAt.getTime(), advanceTo.getTime(), now.getTime());
    }
    if (satisfied && RESPONSES.includes(milestone) && request.state !== 'ended') {
      const unanswered = await this.messages.findFirstFromCustomerAfter(workspaceId, conversationId, messageId);
      if (unanswered) await this.customerWrote(request, unanswered, now);
    }
    return record;
  }

  /**
   * A message does not stand any more: what it satisfied has run on, unless another message that reached the customer
   * satisfies it.
   */
  private async takeBack(request: SupportRequest, messageId: string, now: Date): Promise<void> {
    const { workspaceId, id } = request;
    for (const clock of await this.clocks.listSatisfiedBy(workspaceId, id, messageId)) {
      const episode = { workspaceId, supportRequestId: id, episodeNumber: clock.key.episodeNumber };
      const entries = await this.history.listEpisodeAfter(clock.version, episode);
      const accepted = await this.milestones.listAccepted(workspaceId, id, clock.key.episodeNumber);
      this.clocks.takeBack(clock, messageId, now.getTime());
      const since = [...entries, ...accepted.filter((other) => other.messageId !== messageId)];
      for (const happened of since.sort((one, other) => one.recordedAt.getTime() - other.recordedAt.getTime())) {
        if (clock.timeline.isSatisfied) break;
        if (happened instanceof MilestoneRecord) await this.answerAgain(request, clock, happened, now);
        else this.clocks.goOn(clock, eventsOf(happened, clock), happened.recordedAt.getTime());
      }
      await this.clocks.look([clock], now.getTime());
    }
  }

  /** By a message that was not needed before. */
  private async answerAgain(request: SupportRequest, clock: Clock, record: MilestoneRecord, now: Date): Promise<void> {
    const { messageId, replyType, outcome, observedAt, actorMemberId } = record;
    // A reply that was sent verifies no resolution, unless somebody has said so.
    const isMeant = record.milestone === clock.milestone || REACHED_BY_REPLIES.includes(clock.milestone);
    if (!isMeant || !satisfies(clock.milestone, replyType)) return;
    const message = await this.messages.find(request.workspaceId, request.conversationId, messageId);
    const writtenAt = message?.createdAt ?? observedAt;
    if (writtenAt.getTime() < clock.startedAt) return;
    const memberId = message?.authorMemberId ?? null;
    const answer = { messageId, memberId, writtenAt, replyType, outcome, observedAt };
    await this.write(request, clock.key, { clock, answer, replyType, actorMemberId }, observedAt, now);
  }
}

/** What a change of the request is to a clock of one of its episodes: with the next one, it is over. */
function eventsOf(entry: HistoryEntry, { key }: Clock): ClockEvent[] {
  const isNext = entry.episodeNumber > key.episodeNumber;
  return isNext ? [{ kind: 'cancelled', at: entry.occurredAt.getTime() }] : clockEventOf(entry);
}

function reasonOf(
  milestone: SlaMilestone,
  outcome: MilestoneOutcome,
  replyType: SlaReplyType | null,
  clock: Clock | null,
  writtenAt: Date,
): NotSatisfiedReason | null {
  if (outcome !== 'accepted') return 'outcome';
  if (replyType === null || !satisfies(milestone, replyType)) return 'reply_type';
  if (!clock) return 'no_clock';
  const { isSatisfied, finishedAt } = clock.timeline;
  if (isSatisfied) return 'already_satisfied';
  // Whoever ends a request as soon as the last answer is written has answered.
  return finishedAt !== null && finishedAt < writtenAt.getTime() ? 'no_clock' : null;
}

/** One of each milestone and episode. */
function add(meant: Map<string, Meant>, { episodeNumber, milestone, clock }: Meant): void {
  meant.set(`${episodeNumber} ${milestone}`, { episodeNumber, milestone, clock });
}

/** The service has seen for itself what members then say; when they saw it is their own affair. */
function isSame(known: MilestoneRecord, said: RecordedMilestone): boolean {
  const isAlike = known.outcome === said.outcome && known.replyType === said.replyType;
  return isAlike && (known.actorMemberId === null || known.observedAt.getTime() === said.observedAt.getTime());
}
