import { DomainError } from '../errors/domain-error';
import { timezoneNamed } from './timezone';

/** A field of a body names no zone that is known. */
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

/** The zone that a field of a body names, in its usual spelling. @throws InvalidTimezone 400 */
export function knownTimezone(name: string, path = '/timezone'): string {
  const timezone = timezoneNamed(name);
  if (timezone === null) throw new InvalidTimezone(path);
  return timezone;
}
