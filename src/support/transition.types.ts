import type { DispositionCode, WaitingOn } from './support-request.types';

/** A transition with what its kind takes. */
export type Transition =
  | { kind: 'activate'; assigneeMemberId?: string | null }
  | { kind: 'wait'; waitingOn: WaitingOn; resumeAt: Date | null }
  | { kind: 'end'; disposition: DispositionCode; note: string | null }
  | { kind: 'reopen' };

/** A transition as a request asks for it. */
export interface RequestedTransition {
  transition: Transition;
  expectedVersion: number;
  idempotencyKey: string;
  reason: string;
  occurredAt: Date;
}
