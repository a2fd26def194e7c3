import { DomainError, ValidationFailed } from '../common/errors/domain-error';
import { OwnFailure } from '../common/errors/own-failure';

/** Each question costs a request to a paid model, and tests wait for each other. */
export class TooManyTests extends DomainError {
  constructor() {
    super('rate_limited', 'The workspace has too many unfinished tests. Wait for one of them to end.', {
      retryAfterSeconds: 10,
    });
  }
}

/** Why a test as a whole has ended; the test shows it. */
export class TestFailure extends OwnFailure {
  constructor(
    readonly code: 'membership_ended' | 'too_slow' | 'model_unavailable',
    message: string,
  ) {
    super(message);
  }
}

/** More questions to more models than one test asks. */
export class TooManyAnswers extends ValidationFailed {
  constructor(most: number) {
    super([{ path: '/models', code: 'invalid', message: `times questions must be at most ${most} answers` }]);
  }
}
