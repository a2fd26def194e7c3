import { DomainError } from '../../common/errors/domain-error';
import { declareErrors } from '../../common/errors/error-codes';

const CODES = declareErrors({ sla_policy_limit_reached: 409 });

declare module '../../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

export class TooManySlaPolicies extends DomainError {
  constructor(most: number) {
    super('sla_policy_limit_reached', `A workspace has at most ${most} SLA policies.`);
  }
}
