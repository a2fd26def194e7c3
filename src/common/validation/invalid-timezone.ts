import { DomainError } from '../errors/domain-error';

/** The field `timezone` of a body names no zone that is known. */
export class InvalidTimezone extends DomainError {
  constructor() {
    super('invalid_timezone', 'The time zone is unknown.', {
      details: [
        {
          path: '/timezone',
          code: 'invalid_timezone',
          message: 'must be an IANA time zone name, such as Europe/London',
        },
      ],
    });
  }
}
