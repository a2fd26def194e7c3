import { SLA_MILESTONES } from '../../support/support-request.types';
import { MILESTONE_OUTCOMES, SLA_REPLY_TYPES } from '../sla.types';
import { allowedOutcomes, satisfies } from './milestone-rules';

describe('what satisfies a milestone', () => {
  const ANSWERS = ['substantive', 'clarification', 'policy_refusal'];

  it.each([
    ['first_response', ANSWERS],
    ['next_response', ANSWERS],
    ['handoff_pickup', ANSWERS],
    ['approval_review', ['substantive', 'policy_refusal', 'internal_note']],
    ['verified_resolution', ['substantive', 'policy_refusal']],
  ])('%s: %j, and nothing else', (milestone, replyTypes) => {
    const one = SLA_MILESTONES.find((name) => name === milestone)!;
    expect(SLA_REPLY_TYPES.filter((type) => satisfies(one, type))).toEqual(replyTypes);
  });
});

describe('what may still be said of a message', () => {
  it('is what became of one that was uncertain, and nothing of another', () => {
    expect(MILESTONE_OUTCOMES.map((outcome) => [outcome, allowedOutcomes(outcome)])).toEqual([
      ['accepted', []],
      ['failed', []],
      ['uncertain', ['accepted', 'failed', 'cancelled']],
      ['cancelled', []],
    ]);
  });
});
