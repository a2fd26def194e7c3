import { OwnFailure } from '../common/errors/own-failure';
import { logger, logTo, STANDARD_ERROR } from '../common/logging/logger';

/**
 * Why a process of this installation does not start, for whoever starts it: one line that names the setting and says what to
 * do. It holds no secret; of an address with a password it names host and port only.
 */
export class CannotStart extends OwnFailure {
  /** A line each, where there is more than one reason. */
  get problems(): readonly string[] {
    return [this.message];
  }
}

/** Tells it on standard error, in lines like those of the log: each problem, or where nobody foresaw the error, all of it. */
export function tellWhyNotStarted(error: unknown): void {
  logTo(STANDARD_ERROR);
  if (!logger.isLevelEnabled('fatal')) logger.level = 'fatal';
  if (error instanceof CannotStart) for (const problem of error.problems) logger.fatal(problem);
  // Nobody has sent anything yet that its message could quote.
  else logger.fatal({ err: error }, error instanceof Error ? error.message : String(error));
}

/** A text of another program, fit for the end of a line: on one line itself, and without what would command a terminal. */
export function quoted(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
