import { SLA_MILESTONES } from '../../support/support-request.types';
import { pauseOnOf } from './pause-on';
import type { SlaTarget } from './sla-policy.types';

describe('what a clock pauses on', () => {
  const target = (milestone: SlaTarget['milestone'], pauseOn: SlaTarget['pauseOn'] = null): SlaTarget => ({
    ...{ milestone, seconds: 60, warnAtPercent: 80, pauseOn },
  });

  it('is nothing, and for a resolution the customer, where neither target nor policy says', () => {
    const paused = SLA_MILESTONES.filter((milestone) => pauseOnOf({ pauseOn: null }, target(milestone)).length > 0);
    expect(paused).toEqual(['verified_resolution']);
    expect(pauseOnOf({ pauseOn: null }, target('verified_resolution'))).toEqual(['customer']);
  });

  it('is what the policy says, unless the target says something else, nothing included', () => {
    const policy = { pauseOn: ['third_party' as const] };
    expect(pauseOnOf(policy, target('first_response'))).toEqual(['third_party']);
    expect(pauseOnOf(policy, target('verified_resolution'))).toEqual(['third_party']);
    expect(pauseOnOf(policy, target('first_response', ['internal']))).toEqual(['internal']);
    expect(pauseOnOf(policy, target('verified_resolution', []))).toEqual([]);
  });
});
