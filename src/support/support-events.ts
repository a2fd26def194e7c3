import { AgentEvent, type AgentFacts } from '../agents/agent-events';
import type { AgentCounts } from '../agents/agent.types';
import type { Lock } from '../common/events/lock-order';
import { ConversationEvent, type ConversationFacts } from '../inbox/conversation-events';
import type { InboxHappening } from '../inbox/events/inbox-event.types';

interface RequestFacts extends ConversationFacts {
  readonly supportRequestId: string;
  readonly version: number;
}

/** A fact about a support request, which its publisher has locked after the conversation. */
export abstract class SupportRequestEvent<Facts extends RequestFacts = RequestFacts> extends ConversationEvent<Facts> {
  static override readonly holds: Lock | null = 'rows';
}

/** A support request was opened. */
export class SupportRequestOpened extends SupportRequestEvent {
  override get happening(): InboxHappening {
    return this.shownAs('support_request.created', { supportRequestId: this.data.supportRequestId });
  }
}

/** The state, assignee, priority or subject of a support request has changed. */
export class SupportRequestChanged<Facts extends RequestFacts = RequestFacts> extends SupportRequestEvent<Facts> {
  override get happening(): InboxHappening {
    return this.shownAs('support_request.updated', { supportRequestId: this.data.supportRequestId });
  }
}

/** A support request has ended. `isResolved`: its disposition counts as a resolution. */
export class SupportRequestEnded extends SupportRequestChanged<RequestFacts & { readonly isResolved: boolean }> {
  override get counts(): AgentCounts {
    return { endedRequests: 1, resolvedRequests: this.data.isResolved ? 1 : 0 };
  }
}

/** A support request that had ended is open again. `wasResolved`: the disposition that it had counted as a resolution. */
export class SupportRequestReopened extends SupportRequestChanged<RequestFacts & { readonly wasResolved: boolean }> {
  override get counts(): AgentCounts {
    return { endedRequests: -1, resolvedRequests: this.data.wasResolved ? -1 : 0 };
  }
}

/** A member is the assignee of a support request now. `actorMemberId` null: no member has assigned it. */
export class SupportRequestAssigned extends SupportRequestEvent<
  RequestFacts & { readonly memberId: string; readonly actorMemberId: string | null }
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
