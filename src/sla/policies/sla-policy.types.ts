import type { SlaMilestone, WaitingOn } from '../../support/support-request.types';

/** How long something may take. */
export interface SlaTarget {
  milestone: SlaMilestone;
  /** Working time. */
  seconds: number;
  /** How much of it is used up when the clock becomes imminent. */
  warnAtPercent: number;
  /** What a request waits for while the clock stands still. Null: what the policy says for all. */
  pauseOn: WaitingOn[] | null;
}
