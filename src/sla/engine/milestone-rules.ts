import type { SlaMilestone } from '../../support/support-request.types';
import type { MilestoneOutcome, SlaReplyType } from '../sla.types';

/** What answers the customer. */
export const ANSWERS: readonly SlaReplyType[] = ['substantive', 'clarification', 'policy_refusal'];

const SATISFIED_BY: Record<SlaMilestone, readonly SlaReplyType[]> = {
  first_response: ANSWERS,
  next_response: ANSWERS,
  handoff_pickup: ANSWERS,
  approval_review: ['substantive', 'policy_refusal', 'internal_note'],
  verified_resolution: ['substantive', 'policy_refusal'],
};

/** The milestones that a reply reaches by itself. A member records that a resolution was verified. */
export const REACHED_BY_REPLIES: readonly SlaMilestone[] = [
  'first_response',
  'next_response',
  'handoff_pickup',
  'approval_review',
];

/** What an episode waits for again and again. */
export const REPEATED: readonly SlaMilestone[] = ['next_response', 'approval_review'];

/** What customers wait for whenever they have written. */
export const RESPONSES: readonly SlaMilestone[] = ['first_response', 'next_response'];

export function satisfies(milestone: SlaMilestone, replyType: SlaReplyType): boolean {
  return SATISFIED_BY[milestone].includes(replyType);
}

/** What members may still say of a message that was recorded with this outcome. */
export function allowedOutcomes(outcome: MilestoneOutcome): MilestoneOutcome[] {
  return outcome === 'uncertain' ? ['accepted', 'failed', 'cancelled'] : [];
}
