import type { Member } from '../../common/request/principal';
import type { DispositionCode, Priority } from '../../support/support-request.types';

/** How the support requests of a conversation end. */
export interface RequestsEnding {
  disposition: DispositionCode;
  note: string | null;
  /** Null: because the conversation is closed. */
  reason: string | null;
}

/** Live requests of this priority, with a clock in this state; an absent field matches all. */
export interface LiveRequestFilter {
  priority?: Priority;
  sla?: 'imminent' | 'breaching';
}

/** The live support requests of conversations. Bound in ports.module.ts. */
export abstract class LiveRequests {
  /** All that are live, as single transitions would. The caller holds the lock of the conversation, and sees it. */
  abstract endAll(
    member: Pick<Member, 'workspaceId' | 'memberId'>,
    conversationId: string,
    ending: RequestsEnding,
  ): Promise<void>;

  /**
   * By conversation the clock that runs out next, as the JSON of SlaClockDto. A conversation without one is not in the map. One
   * statement.
   */
  abstract listNextClocks(
    workspaceId: string,
    conversationIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;

  /** The conversations of such requests, of the agents that the member sees; those of the requests that are due first if there are more than `most`. One statement. */
  abstract listConversationIds(
    member: Pick<Member, 'workspaceId' | 'agentIds'>,
    filter: LiveRequestFilter,
    most: number,
  ): Promise<string[]>;
}
