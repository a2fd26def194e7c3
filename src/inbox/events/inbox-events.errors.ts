import { DomainError, ValidationFailed } from '../../common/errors/domain-error';

export class TooManyStreams extends DomainError {
  constructor(most: number) {
    super('rate_limited', `You already have ${most} streams open. Close one of them first.`, { retryAfterSeconds: 5 });
  }
}

/** No stream has issued this id of an event. */
export class PositionUnknown extends ValidationFailed {
  constructor() {
    super([{ path: 'header.Last-Event-ID', code: 'invalid', message: 'must be the id of an event of this stream' }]);
  }
}
