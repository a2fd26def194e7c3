import { OwnFailure } from '../common/errors/own-failure';
import { logger, logTo, STANDARD_ERROR } from '../common/logging/logger';

/**
 * Why a process of this installation does not start: one line for the operator that names the setting and the remedy.
 * It contains no secret; of an address with a password, only host and port.
 */
export class CannotStart extends OwnFailure {
  /** One line for each reason. */
  get problems(): readonly string[] {
    return [this.message];
  }
}

/** Logs the reason on standard error: each problem, or the whole error if it was not foreseen. */
export function reportStartFailure(error: unknown): void {
  logTo(STANDARD_ERROR);
  if (!logger.isLevelEnabled('fatal')) logger.level = 'fatal';
  if (error instanceof CannotStart) for (const problem of error.problems) logger.fatal(problem);
  // Before the start there were no requests that its message could quote.
  else logger.fatal({ err: error }, error instanceof Error ? error.message : String(error));
}

/** Makes the text of another program safe for the end of a line: on one line, and without control characters. */
export function quoted(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}
