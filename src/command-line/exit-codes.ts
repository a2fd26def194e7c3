/** The exit codes of the process. */
export const EXIT = {
  ok: 0,
  /** A bug of the command line itself. */
  fault: 1,
  /** Invalid arguments or input: 400, 405, 406, 413. */
  usage: 2,
  /** No credential, or one that the service does not accept: 401. */
  authentication: 3,
  /** Permission denied: 403. Also long work that failed. */
  refused: 4,
  /** Not found, or a conflict: 404, 409. */
  notFoundOrConflict: 5,
  /** No answer, or a refusal that passes: 429, 5xx, a broken connection. Try again later. */
  unavailable: 6,
  /** Ctrl-C at a prompt. Shells use the same code for a process that SIGINT ended. */
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
