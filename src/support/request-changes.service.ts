import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../common/events/domain-events';
import { ConversationWriter } from '../conversations/conversation-writer.service';
import type { HistoryEntry } from './history-entry.entity';
import { HistoryRepository } from './history.repository';
import { logFactsOf, snapshotOf } from './request-snapshot';
import {
  SupportRequestAssigned,
  SupportRequestChanged,
  SupportRequestEnded,
  SupportRequestMoved,
  SupportRequestOpened,
  SupportRequestPriorityChanged,
  SupportRequestReopened,
} from './support-events';
import type { SupportRequest } from './support-request.entity';
import { isResolution, STATE_AFTER } from './support-request-rules';
import type { HistoryDetails, HistoryKind, Priority, RequestOrigin, TransitionKind } from './support-request.types';
import { TooManyLiveRequests } from './support-requests.errors';
import { SupportRequestsRepository } from './support-requests.repository';
import type { Transition } from './transition.types';

/** Of one conversation. */
const MOST_LIVE = 100;

const TIME_TO_GO_ON = 'The time to go on has come.';

/** The author, reason and times of a change. */
export interface Cause {
  /** Null: the service itself. */
  memberId: string | null;
  reason: string | null;
  occurredAt: Date;
  recordedAt: Date;
}

/** The same of a transition, which always has a reason. */
export interface TransitionCause extends Cause {
  reason: string;
}

/** A request after a transition, and the history entry of the transition. */
export interface ChangedRequest {
  request: SupportRequest;
  entry: HistoryEntry & { reason: string };
}

/**
 * Changes support requests, appends to their history, counts the live ones of the conversation, and publishes an event for
 * each change. The caller has decided that the change is allowed, and holds the conversation's lock in its transaction.
 */
@Injectable()
export class RequestChangesService {
  constructor(
    private readonly requests: SupportRequestsRepository,
    private readonly history: HistoryRepository,
    private readonly conversations: ConversationWriter,
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
    const recordedAt = cause.recordedAt.toISOString();
    const facts = {
      ...{ ...snapshotOf(request), ...logFactsOf(request, null, null) },
      ...{ recordedAt, actorMemberId: cause.memberId },
    };
    this.events.publish(new SupportRequestOpened(facts));
    return request;
  }

  /** `isScheduled`: the request goes on by itself, at the time until which it waited. */
  async move(
    before: SupportRequest,
    transition: Transition,
    cause: TransitionCause,
    isScheduled = false,
  ): Promise<ChangedRequest> {
    const { workspaceId, conversationId } = before;
    const { kind } = transition;
    if (kind === 'reopen') await this.addLive(workspaceId, conversationId);
    if (kind === 'end') await this.conversations.addLiveRequests(workspaceId, conversationId, -1);
    const request = await this.update(before, changeOf(before, transition, cause), cause, assigneePath(kind));
    const entry = await this.append(request, kind, before, detailsOf(transition), cause);
    this.events.publish(eventOf(before, request, transition, { ...cause, isScheduled }));
    return { request, entry: Object.assign(entry, { reason: cause.reason }) };
  }

  /**
   * Activates a request whose time to go on has come, as of that time. Call it before any other change of a request: its clocks
   * then run from that time on.
   */
  async resumed(request: SupportRequest, now: Date): Promise<SupportRequest> {
    const { resumeAt } = request;
    if (resumeAt === null || resumeAt > now) return request;
    const cause = { memberId: null, reason: TIME_TO_GO_ON, occurredAt: resumeAt, recordedAt: now };
    return (await this.move(request, { kind: 'activate' }, cause, true)).request;
  }

  /** Changes fields of a request, but not its state. */
  async edit(
    before: SupportRequest,
    change: Partial<Pick<SupportRequest, 'subject' | 'priority' | 'assigneeMemberId'>>,
    cause: Cause,
  ): Promise<SupportRequest> {
    const request = await this.update(before, change, cause);
    await this.append(request, 'update', before, change, cause);
    const facts = {
      ...{ ...snapshotOf(request), ...logFactsOf(request, before, null) },
      recordedAt: cause.recordedAt.toISOString(),
    };
    const isPriority = change.priority !== undefined;
    this.events.publish(isPriority ? new SupportRequestPriorityChanged(facts) : new SupportRequestChanged(facts));
    return request;
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
      const { workspaceId, agentId, conversationId, id: supportRequestId } = before;
      const facts = { workspaceId, agentId, conversationId, supportRequestId, version: changed.version };
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

function eventOf(
  before: SupportRequest,
  request: SupportRequest,
  transition: Transition,
  { memberId: actorMemberId, isScheduled, ...cause }: TransitionCause & { isScheduled: boolean },
): SupportRequestChanged {
  const recorded = {
    ...{ ...snapshotOf(request), ...logFactsOf(request, before, transition.kind) },
    recordedAt: cause.recordedAt.toISOString(),
  };
  const moved = { ...recorded, occurredAt: cause.occurredAt.toISOString() };
  switch (transition.kind) {
    case 'activate':
      return new SupportRequestMoved({ ...moved, isScheduled, waitingOn: null, resumeAt: null });
    case 'wait': {
      const resumeAt = transition.resumeAt?.toISOString() ?? null;
      return new SupportRequestMoved({ ...moved, isScheduled, waitingOn: transition.waitingOn, resumeAt });
    }
    case 'end': {
      const { disposition } = transition;
      return new SupportRequestEnded({ ...moved, disposition, isResolved: isResolution(disposition) });
    }
    case 'reopen': {
      const wasResolved = isResolution(before.dispositionCode);
      return new SupportRequestReopened({ ...recorded, actorMemberId, wasResolved });
    }
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

function assigneePath(kind: TransitionKind): string | undefined {
  return kind === 'activate' ? '/transition/assigneeMemberId' : undefined;
}
