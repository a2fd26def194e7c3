import { DomainError } from '../errors/domain-error';
import { timezoneNamed } from './timezone';

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

/** The zone that the field `timezone` of a body names, in its usual spelling. @throws InvalidTimezone 400 */
export function knownTimezone(name: string): string {
  const timezone = timezoneNamed(name);
  if (timezone === null) throw new InvalidTimezone();
  return timezone;
}
