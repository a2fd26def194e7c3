import type { SlaMilestone, WaitingOn } from '../../support/support-request.types';
import type { SlaTarget } from './sla-policy.types';

/** Only what the customer alone can bring to an end waits for the customer: a clock of ours that we could stop would be none. */
const DEFAULTS: Readonly<Record<SlaMilestone, readonly WaitingOn[]>> = {
  first_response: [],
  next_response: [],
  handoff_pickup: [],
  approval_review: [],
  verified_resolution: ['customer'],
};

/** What a request waits for while the clock of this target of the policy stands still. */
export function pauseOnOf(policy: { pauseOn: WaitingOn[] | null }, target: SlaTarget): readonly WaitingOn[] {
  return target.pauseOn ?? policy.pauseOn ?? DEFAULTS[target.milestone];
}
