import { DomainError, ValidationFailed } from '../../common/errors/domain-error';

export class InvalidReportPeriod extends ValidationFailed {
  constructor(mostDays: number) {
    const message = `must be after from, and at most ${mostDays} days after it`;
    super([{ path: 'query.to', code: 'out_of_range', message }]);
  }
}

/** It, or what came before it, has not been done in time. */
export class ReportTakesTooLong extends DomainError {
  constructor(cause: unknown) {
    super('overloaded', 'The report takes too long at the moment. Try again shortly, or ask for a shorter period.', {
      retryAfterSeconds: 2,
      cause,
    });
  }
}
