import { OwnFailure } from '../common/logging/own-failure';

/**
 * Why a process of this installation does not start, for whoever starts it: one line that names the setting and says what to
 * do. It holds no secret; of an address with a password it names host and port only.
 */
export class CannotStart extends OwnFailure {}

/** What is printed: the line, or where nobody foresaw the error, all that is known of it. */
export function whyNotStarted(error: unknown): string {
  if (error instanceof CannotStart) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** A text of another program, fit for the end of a line: on one line itself, and without what would command a terminal. */
export function quoted(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
