import { ValidationFailed } from '../errors/domain-error';

/** By how much the clocks of two machines may differ. */
const MOST_AHEAD_MS = 5 * 60_000;

/** `at`: from a caller, as the field at `path`. `now`: the time of the database. @throws ValidationFailed 400 more than 5 minutes ahead */
export function ensureNotAhead(at: Date, now: Date, path: string): void {
  if (at.getTime() <= now.getTime() + MOST_AHEAD_MS) return;
  throw new ValidationFailed([{ path, code: 'too_late', message: 'must be at most 5 minutes ahead' }]);
}
