import { DomainError } from '../errors/domain-error';
import { timezoneNamed } from './timezone';

/** A field of the body has an unknown time zone. */
export class InvalidTimezone extends DomainError {
  constructor(path: string) {
    super('invalid_timezone', 'The time zone is unknown.', {
      details: [
        {
          path,
          code: 'invalid_timezone',
          message: 'must be an IANA time zone name, such as Europe/London',
        },
      ],
    });
  }
}

/** The time zone in a field of the body, in its usual spelling. @throws InvalidTimezone 400 */
export function knownTimezone(name: string, path = '/timezone'): string {
  const timezone = timezoneNamed(name);
  if (timezone === null) throw new InvalidTimezone(path);
  return timezone;
}
