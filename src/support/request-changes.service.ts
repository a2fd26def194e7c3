import { Injectable } from '@nestjs/common';
import {
  SupportRequestAssigned,
  SupportRequestChanged,
  SupportRequestEnded,
  SupportRequestOpened,
  SupportRequestReopened,
} from './support-events';
import { DomainEvents } from '../common/events/domain-events';
import { ConversationsService } from '../inbox/conversations.service';
import { MessagesService } from '../inbox/messages/messages.service';
import type { HistoryDetails, HistoryEntry } from './history-entry.entity';
import { HistoryRepository } from './history.repository';
import type { ClockTransition, DueMilestone } from '../sla/engine/clock.types';
import { clockEventOf } from '../sla/milestones/clock-event-of';
import { MilestonesRepository } from '../sla/milestones/milestones.repository';
import { SlaClocksService } from '../sla/clocks/sla-clocks.service';
import type { SupportRequest } from './support-request.entity';
import { isResolution, STATE_AFTER } from './support-request-rules';
import type { HistoryKind, Priority, RequestOrigin, TransitionKind } from './support-request.types';
import { TooManyLiveRequests } from './support-requests.errors';
import { SupportRequestsRepository } from './support-requests.repository';
import type { Transition } from './transition.types';

/** Of one conversation. */
const MOST_LIVE = 100;

const TIME_TO_GO_ON = 'The time to go on has come.';

/** Who does something, why, and when. */
export interface Cause {
  /** Null: the service itself. */
  memberId: string | null;
  reason: string | null;
  occurredAt: Date;
  recordedAt: Date;
}

/** The same of a transition, which nobody makes without saying why. */
export interface TransitionCause extends Cause {
  reason: string;
}

/** A request after a transition, and the entry of its history that tells of it. */
export interface ChangedRequest {
  request: SupportRequest;
  entry: HistoryEntry & { reason: string };
}

/**
 * Changes support requests with everything that follows: the history, the clocks, the conversation, the figures of the agent,
 * what members hear. Who calls has decided that the change is allowed. Joins the caller's transaction, and the caller holds
 * the conversation's lock.
 */
@Injectable()
export class RequestChangesService {
  constructor(
    private readonly requests: SupportRequestsRepository,
    private readonly history: HistoryRepository,
    private readonly milestones: MilestonesRepository,
    private readonly clocks: SlaClocksService,
    private readonly conversations: ConversationsService,
    private readonly messages: MessagesService,
    private readonly events: DomainEvents,
  ) {}

  async open(
    opened: { workspaceId: string; conversationId: string; agentId: string; subject: string | null },
    { origin, priority }: { origin: RequestOrigin; priority: Priority },
    cause: Cause,
  ): Promise<SupportRequest> {
    await this.addLive(opened.workspaceId, opened.conversationId);
    const request = await this.requests.insert({ ...opened, origin, priority, openedAt: cause.occurredAt });
    await this.append(request, 'open', null, {}, cause);
    await this.clocks.open(request, { byMember: cause.memberId !== null }, cause.recordedAt.getTime());
    this.events.publish(new SupportRequestOpened(factsOf(request)));
    return request;
  }

  /** `clocksTo`: until when its clocks are brought up with it. */
  async move(
    before: SupportRequest,
    transition: Transition,
    cause: TransitionCause,
    clocksTo = cause.recordedAt,
  ): Promise<ChangedRequest> {
    const { workspaceId, conversationId } = before;
    const { kind } = transition;
    if (kind === 'reopen') await this.addLive(workspaceId, conversationId);
    if (kind === 'end') await this.conversations.addLiveRequests(workspaceId, conversationId, -1);
    const request = await this.update(before, changeOf(before, transition, cause), cause, assigneePath(kind));
    const entry = await this.append(request, kind, before, detailsOf(transition), cause);
    const at = cause.occurredAt.getTime();
    const now = clocksTo.getTime();
    const moved = clockTransitionOf(transition);
    if (moved) await this.clocks.move(request, moved, at, now);
    else await this.clocks.open(request, { byMember: cause.memberId !== null }, now);
    this.events.publish(eventOf(before, request, transition));
    return { request, entry: Object.assign(entry, { reason: cause.reason }) };
  }

  /**
   * What waited until a time that has come has gone on at that time, whoever notices it: before anything else happens to a
   * request. Its clocks are then as of that time, so that what comes next finds nothing late that was not.
   */
  async resumed(request: SupportRequest, now: Date): Promise<SupportRequest> {
    const { resumeAt } = request;
    if (resumeAt === null || resumeAt > now) return request;
    const cause = { memberId: null, reason: TIME_TO_GO_ON, occurredAt: resumeAt, recordedAt: now };
    return (await this.move(request, { kind: 'activate' }, cause, resumeAt)).request;
  }

  /** What the request says, not where it stands. */
  async edit(
    before: SupportRequest,
    change: Partial<Pick<SupportRequest, 'subject' | 'priority' | 'assigneeMemberId'>>,
    cause: Cause,
  ): Promise<SupportRequest> {
    const request = await this.update(before, change, cause);
    await this.append(request, 'update', before, change, cause);
    if (change.priority !== undefined) await this.retarget(request, cause.recordedAt.getTime());
    this.events.publish(new SupportRequestChanged(factsOf(request)));
    return request;
  }

  private async retarget(request: SupportRequest, now: number): Promise<void> {
    const done = await this.history.listEpisode(request.workspaceId, request.id, request.episodeNumber);
    const due = request.state === 'ended' ? [] : await this.listDue(request, done);
    await this.clocks.retarget(request, { due, since: done.flatMap(clockEventOf) }, now);
  }

  /** What people still owe the customer, whether it was promised before or not. `done`: in the episode. */
  private async listDue(request: SupportRequest, done: readonly HistoryEntry[]): Promise<DueMilestone[]> {
    const { workspaceId, conversationId, episodeNumber, origin } = request;
    const since = request.openedAt.getTime();
    const due: DueMilestone[] = [{ milestone: 'verified_resolution', since }];
    const response = await this.milestones.findLastResponse(request);
    if (response !== null) {
      const unanswered = await this.messages.findFirstFromCustomerAfter(workspaceId, conversationId, response);
      if (unanswered) due.push({ milestone: 'next_response', since: unanswered.getTime() });
      return due;
    }
    const isByMember = done.some(({ kind, actorMemberId }) => kind === 'reopen' && actorMemberId !== null);
    if (!isByMember) due.push({ milestone: 'first_response', since });
    if (episodeNumber === 1 && origin === 'hand_over') due.push({ milestone: 'handoff_pickup', since });
    return due;
  }

  private async addLive(workspaceId: string, conversationId: string): Promise<void> {
    const live = await this.conversations.addLiveRequests(workspaceId, conversationId, 1);
    if (live > MOST_LIVE) throw new TooManyLiveRequests(MOST_LIVE);
  }

  private async update(
    before: SupportRequest,
    change: Partial<SupportRequest>,
    { memberId: actor, recordedAt }: Cause,
    assigneePath?: string,
  ): Promise<SupportRequest> {
    const changed = { ...change, version: before.version + 1, updatedAt: recordedAt };
    await this.requests.update(before, changed, assigneePath);
    const { assigneeMemberId: memberId } = change;
    if (memberId && memberId !== before.assigneeMemberId) {
      const facts = { ...factsOf(before), version: changed.version };
      this.events.publish(new SupportRequestAssigned({ ...facts, memberId, actorMemberId: actor }));
    }
    return Object.assign(Object.create(Object.getPrototypeOf(before) as object) as SupportRequest, before, changed);
  }

  private append(
    { workspaceId, id: supportRequestId, version, state: toState, episodeNumber }: SupportRequest,
    kind: HistoryKind,
    before: SupportRequest | null,
    details: HistoryDetails,
    { memberId: actorMemberId, reason, occurredAt, recordedAt }: Cause,
  ): Promise<HistoryEntry> {
    const of = {
      workspaceId,
      supportRequestId,
      version,
      kind,
      fromState: before?.state ?? null,
      toState,
      episodeNumber,
    };
    return this.history.append({ ...of, reason, details, actorMemberId, occurredAt, recordedAt });
  }
}

function factsOf(request: SupportRequest): SupportRequestOpened['data'] {
  const { workspaceId, agentId, conversationId, id: supportRequestId, version } = request;
  return { workspaceId, agentId, conversationId, supportRequestId, version };
}

function eventOf(before: SupportRequest, request: SupportRequest, transition: Transition): SupportRequestChanged {
  const facts = factsOf(request);
  switch (transition.kind) {
    case 'end':
      return new SupportRequestEnded({ ...facts, isResolved: isResolution(transition.disposition) });
    case 'reopen':
      return new SupportRequestReopened({ ...facts, wasResolved: isResolution(before.dispositionCode) });
    default:
      return new SupportRequestChanged(facts);
  }
}

function changeOf(
  before: SupportRequest,
  transition: Transition,
  { memberId, occurredAt }: Cause,
): Partial<SupportRequest> {
  const { kind } = transition;
  const moved = { state: STATE_AFTER[kind], stateSince: occurredAt, waitingOn: null, resumeAt: null };
  switch (kind) {
    case 'activate':
      return {
        ...moved,
        assigneeMemberId:
          transition.assigneeMemberId === undefined ? before.assigneeMemberId : transition.assigneeMemberId,
      };
    case 'wait':
      return { ...moved, waitingOn: transition.waitingOn, resumeAt: transition.resumeAt };
    case 'end': {
      const { disposition: dispositionCode, note: dispositionNote } = transition;
      return { ...moved, dispositionCode, dispositionNote, dispositionMemberId: memberId, endedAt: occurredAt };
    }
    case 'reopen': {
      const none = { dispositionCode: null, dispositionNote: null, dispositionMemberId: null, endedAt: null };
      return { ...moved, ...none, openedAt: occurredAt, episodeNumber: before.episodeNumber + 1 };
    }
  }
}

function detailsOf(transition: Transition): HistoryDetails {
  switch (transition.kind) {
    case 'activate':
      return transition.assigneeMemberId === undefined ? {} : { assigneeMemberId: transition.assigneeMemberId };
    case 'wait':
      return { waitingOn: transition.waitingOn, resumeAt: transition.resumeAt?.toISOString() ?? null };
    case 'end':
      return { disposition: { code: transition.disposition, note: transition.note } };
    case 'reopen':
      return {};
  }
}

/** Null: another episode begins. */
function clockTransitionOf(transition: Transition): ClockTransition | null {
  switch (transition.kind) {
    case 'activate':
      return { kind: 'active' };
    case 'wait':
      return { kind: 'waiting', waitingOn: transition.waitingOn, resumeAt: transition.resumeAt?.getTime() ?? null };
    case 'end':
      return { kind: 'ended', disposition: transition.disposition };
    case 'reopen':
      return null;
  }
}

function assigneePath(kind: TransitionKind): string | undefined {
  return kind === 'activate' ? '/transition/assigneeMemberId' : undefined;
}
