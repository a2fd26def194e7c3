import { DomainError } from '../../common/errors/domain-error';

export class TooManyVisitorStreams extends DomainError {
  constructor(most: number) {
    super('rate_limited', `You already have ${most} streams open. Close one of them first.`, { retryAfterSeconds: 5 });
  }
}

export class ProcessFull extends DomainError {
  constructor() {
    super('overloaded', 'Too many visitors listen at the moment. List messages instead, and try again later.', {
      retryAfterSeconds: 30,
    });
  }
}
