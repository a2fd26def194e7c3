import type { Priority, SlaMilestone, WaitingOn } from '../../support-request.types';

/** Which requests a policy is for: those of these agents that have one of these priorities. */
export interface SlaMatch {
  /** Empty: all. */
  agentIds: string[];
  /** Empty: all. */
  priorities: Priority[];
}

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
