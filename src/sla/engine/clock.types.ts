import type { DispositionCode, SlaMilestone, WaitingOn } from '../../support/support-request.types';
import type { MilestoneOutcome, SlaReplyType } from '../sla.types';

/** What a clock runs against: that of a policy at one of its versions. */
export interface ClockTarget {
  policyId: string;
  policyVersion: number;
  /** Working seconds. */
  targetSeconds: number;
  /** Of the target, 1 to 99. */
  warnAtPercent: number;
  /** What a request may wait for without the clock going on. */
  pauseOn: readonly WaitingOn[];
}

/** A transition of the request that the clock is of. */
export type ClockTransition =
  | { kind: 'waiting'; waitingOn: WaitingOn; resumeAt: number | null }
  | { kind: 'active' }
  | { kind: 'ended'; disposition: DispositionCode };

/** A message that was to satisfy a milestone, and what became of it. */
export interface ClockAnswer {
  messageId: string;
  memberId: string | null;
  /** When the message was written, in milliseconds since the epoch; it may leave after the request has ended. */
  writtenAt: number;
  replyType: SlaReplyType;
  outcome: MilestoneOutcome;
  satisfied: boolean;
}

export const CLOCK_EVENT_KINDS = [
  'started',
  'retargeted',
  'waiting',
  'active',
  'ended',
  'answered',
  'taken_back',
  'cancelled',
  'warned',
  'breached',
] as const;
export type ClockEventKind = (typeof CLOCK_EVENT_KINDS)[number];

/**
 * What has happened to a clock; everything else about it follows from that, in the order in which it was recorded. `at`: when
 * it happened, in milliseconds since the epoch, which may be before something that was recorded earlier.
 */
export type ClockEvent = { at: number } &
  /** `recordedAt`: when that was recorded; absent where an earlier version of the service did. */
  (
    | ({ kind: 'started'; version: number; recordedAt?: number } & ClockTarget)
    | ({ kind: 'retargeted' } & ClockTarget)
    | (ClockTransition & { version: number })
    | ({ kind: 'answered' } & ClockAnswer)
    | { kind: 'taken_back'; messageId: string }
    | { kind: 'cancelled' }
    | { kind: 'warned' }
    | { kind: 'breached' }
  );

/** A milestone that an episode waits for, and since when. */
export interface DueMilestone {
  milestone: SlaMilestone;
  since: number;
}
