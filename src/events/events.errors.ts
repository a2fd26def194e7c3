import { DomainError, ValidationFailed } from '../common/errors/domain-error';
import { declareErrors } from '../common/errors/error-codes';
import { type EventPosition, positionText } from '../common/event-types/event-position';

const CODES = declareErrors({ position_expired: 410 });

declare module '../common/errors/error-codes' {
  interface ErrorCodes extends Readonly<typeof CODES> {}
}

export class TooManyStreams extends DomainError {
  constructor(most: number) {
    super('rate_limited', `You already have ${most} streams open. Close one of them first.`, { retryAfterSeconds: 5 });
  }
}

/** Events after the position are deleted, or it is of another database. */
export class PositionExpired extends DomainError {
  constructor(oldest: EventPosition) {
    const message =
      'Events after this position are deleted. Read the records anew, and continue from `oldestPosition`.';
    const detail = { path: 'query.after', code: 'position_expired', message: 'is expired' };
    super('position_expired', message, { details: [{ ...detail, oldestPosition: positionText(oldest) }] });
  }
}

/** No log has issued the position yet. */
export class PositionAhead extends ValidationFailed {
  constructor() {
    super([{ path: 'query.after', code: 'invalid', message: 'must be a position of this log, and not ahead of it' }]);
  }
}
