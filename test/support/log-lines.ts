/** One line of the log, as far as tests read it. */
export interface LogLine {
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** Lines of a log, the oldest first. */
export function linesOf(log: string): LogLine[] {
  return log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LogLine);
}
