import { DomainError } from '../../common/errors/domain-error';
import type { PlanLimit } from './plan.types';

export class PlanLimitReached extends DomainError {
  constructor(name: PlanLimit, limit: number) {
    super('plan_limit_reached', `The plan’s limit of ${limit} for ${name} has been reached.`, {
      details: [
        { code: 'plan_limit_reached', message: `the plan's limit ${name} is ${limit}`, limit: name, max: limit },
      ],
    });
  }
}
