import type { Member } from '../../common/request/principal';
import type { DispositionCode } from '../../support/support-request.types';

/** How the support requests of a conversation end. */
export interface RequestsEnding {
  disposition: DispositionCode;
  note: string | null;
  /** Null: because the conversation is closed. */
  reason: string | null;
}

/** Ends the support requests of a conversation that is closed. Bound in ports.module.ts. */
export abstract class LiveRequests {
  /** All that are live, as single transitions would. The caller holds the lock of the conversation, and sees it. */
  abstract endAll(member: Member, conversationId: string, ending: RequestsEnding): Promise<void>;
}
