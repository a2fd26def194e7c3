/** What the process ends with. */
export const EXIT = {
  ok: 0,
  /** A fault of the command line itself. */
  fault: 1,
  /** What was typed, or what was sent, is not in order: 400, 405, 406, 413. */
  usage: 2,
  /** No credential, or one that is not accepted: 401. */
  authentication: 3,
  /** Known, but not allowed: 403. Also long work that ended with a failure. */
  refused: 4,
  /** Not found, or in conflict with what is there: 404, 409. */
  notFoundOrConflict: 5,
  /** No answer, or not now: 429, 5xx, a broken connection. Worth a later try. */
  unavailable: 6,
  /** Ctrl-C at a prompt; shells count a process that a signal ended the same way. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export function exitCodeOf(status: number): ExitCode {
  if (status === 401) return EXIT.authentication;
  if (status === 403) return EXIT.refused;
  if (status === 404 || status === 409) return EXIT.notFoundOrConflict;
  if (status === 429 || status >= 500) return EXIT.unavailable;
  return EXIT.usage;
}
