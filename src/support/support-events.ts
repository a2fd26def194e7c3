import { AgentEvent, type AgentFacts } from '../agents/agent-events';
import type { AgentCounts } from '../agents/agent.types';
import type { Changes } from '../common/event-types/changes';
import type { EventType } from '../common/event-types/declare-events';
import type { LogEntry } from '../common/event-types/log-entry';
import type { Lock } from '../common/events/lock-order';
import { ConversationEvent, type ConversationFacts } from '../conversations/conversation-events';
import type { ReplyStatus, ReplyType } from '../conversations/conversation.types';
import { SUPPORT_EVENTS } from './support-event.types';
import type {
  DispositionCode,
  Priority,
  RequestOrigin,
  RequestState,
  TransitionKind,
  WaitingOn,
} from './support-request.types';

interface RequestFacts extends ConversationFacts {
  readonly supportRequestId: string;
  readonly version: number;
}

/** A support request at one version. Times are ISO 8601. */
export interface RequestSnapshot extends RequestFacts {
  readonly workspaceId: string;
  readonly origin: RequestOrigin;
  readonly priority: Priority;
  readonly state: RequestState;
  readonly episodeNumber: number;
  /** Of this episode. */
  readonly openedAt: string;
  readonly createdAt: string;
}

/** A request after a change, as the log shows it. */
export interface RequestLogFacts extends RequestFacts, Changes {
  readonly state: RequestState;
  readonly priority: Priority;
  readonly assigneeMemberId: string | null;
  readonly episodeNumber: number;
  readonly waitingOn: WaitingOn | null;
  readonly dispositionCode: DispositionCode | null;
  /** Null: no transition has changed it. */
  readonly transitionKind: TransitionKind | null;
}

/** A snapshot and the time of the database at which its event was recorded. */
interface RecordedFacts extends RequestSnapshot {
  readonly recordedAt: string;
}

interface EpisodeFacts extends RecordedFacts {
  /** The member who opened or reopened it; null: no member did. */
  readonly actorMemberId: string | null;
}

interface TransitionFacts extends RecordedFacts {
  readonly occurredAt: string;
}

/** A fact about a support request, which its publisher has locked after the conversation. */
export abstract class SupportRequestEvent<Facts extends RequestFacts = RequestFacts> extends ConversationEvent<Facts> {
  static override readonly holds: Lock | null = 'rows';

  protected requestEntry(type: EventType, facts: RequestLogFacts, changes: Partial<Changes>): LogEntry {
    const { supportRequestId, state, priority, assigneeMemberId, episodeNumber, waitingOn, version } = facts;
    const { dispositionCode, transitionKind } = facts;
    return this.entry(type, supportRequestId, {
      data: {
        ...{ supportRequestId, state, priority, assigneeMemberId, episodeNumber, waitingOn },
        ...{ dispositionCode, transitionKind, version },
      },
      ...changes,
      shown: { supportRequestId },
    });
  }
}

/** A support request was opened. */
export class SupportRequestOpened extends SupportRequestEvent<EpisodeFacts & RequestLogFacts> {
  override get logged(): LogEntry {
    return this.requestEntry(SUPPORT_EVENTS['support_request.created'], this.data, {});
  }
}

/** The assignee or subject of a support request has changed. A change of its state or priority is an event of its own. */
export class SupportRequestChanged<Facts extends RequestLogFacts = RequestLogFacts> extends SupportRequestEvent<Facts> {
  override get logged(): LogEntry {
    const { changed, previous } = this.data;
    return this.requestEntry(SUPPORT_EVENTS['support_request.updated'], this.data, { changed, previous });
  }
}

/** The priority of a support request has changed. */
export class SupportRequestPriorityChanged extends SupportRequestChanged<RecordedFacts & RequestLogFacts> {}

/** A support request is active or waits now. `isScheduled`: it waited until a given time, at which it went on by itself. */
export class SupportRequestMoved extends SupportRequestChanged<
  TransitionFacts &
    RequestLogFacts & {
      readonly isScheduled: boolean;
      /** Null: it is active. */
      readonly waitingOn: WaitingOn | null;
      readonly resumeAt: string | null;
    }
> {}

/** A support request has ended. `isResolved`: its disposition counts as a resolution. */
export class SupportRequestEnded extends SupportRequestChanged<
  TransitionFacts & RequestLogFacts & { readonly disposition: DispositionCode; readonly isResolved: boolean }
> {
  override get counts(): AgentCounts {
    return { endedRequests: 1, resolvedRequests: this.data.isResolved ? 1 : 0 };
  }
}

/** A support request that had ended is open again. `wasResolved`: the disposition that it had counted as a resolution. */
export class SupportRequestReopened extends SupportRequestChanged<
  EpisodeFacts & RequestLogFacts & { readonly wasResolved: boolean }
> {
  override get counts(): AgentCounts {
    return { endedRequests: -1, resolvedRequests: this.data.wasResolved ? -1 : 0 };
  }
}

/** A member is the assignee of a support request now. `actorMemberId` null: no member has assigned it. */
export class SupportRequestAssigned extends SupportRequestEvent<
  RequestFacts & { readonly memberId: string; readonly actorMemberId: string | null }
> {}

/** The customer has written while a support request was live. */
export class SupportRequestMessageReceived extends SupportRequestEvent<
  RecordedFacts & { readonly writtenAt: string }
> {}

/** A reply that concerns a support request was sent, has failed, or was undone; or a mail server may have it. */
export class SupportRequestReplySettled extends SupportRequestEvent<
  RecordedFacts & {
    readonly messageId: string;
    /** The author; null: no member. */
    readonly memberId: string | null;
    readonly writtenAt: string;
    readonly replyType: ReplyType;
    readonly status: ReplyStatus;
    /** When the reply got this status. */
    readonly observedAt: string;
  }
> {}

/** A support request is gone with its conversation. */
export class SupportRequestErased extends AgentEvent<
  AgentFacts & { readonly supportRequestId: string; readonly hadEnded: boolean; readonly wasResolved: boolean }
> {
  static override readonly holds: Lock | null = 'rows';

  override get counts(): AgentCounts {
    return { endedRequests: this.data.hadEnded ? -1 : 0, resolvedRequests: this.data.wasResolved ? -1 : 0 };
  }
}
