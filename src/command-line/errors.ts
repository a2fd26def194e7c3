import type { Capability } from './capability';
import { EXIT, type ExitCode, exitCodeOf } from './exit-codes';

/** An error that ends a command, with a message, a hint for the user, and the exit code of the process. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: ExitCode,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** The arguments or the input are invalid. No request was sent. */
export class UsageError extends CommandError {
  constructor(message: string, hint?: string) {
    super(message, EXIT.usage, hint);
  }
}

/** The message has the system's name for the reason, not its message, which adds nothing. */
export function unreadable(name: string, error: unknown): UsageError {
  return new UsageError(`${name} cannot be read: ${reasonOf(error)}.`);
}

export function unwritable(name: string, error: unknown): UsageError {
  return new UsageError(`${name} cannot be written: ${reasonOf(error)}.`);
}

function reasonOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown reason';
}

/** No answer arrived, or the answer is not from Parley. */
export class Unavailable extends CommandError {
  /** False if the service has certainly not read the request. */
  readonly mayHaveArrived: boolean;

  constructor(message: string, hint?: string, { mayHaveArrived = true }: { mayHaveArrived?: boolean } = {}) {
    super(message, EXIT.unavailable, hint);
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** Ctrl-C or the end of the input at a prompt. The command did nothing. */
export class Interrupted extends CommandError {
  constructor() {
    super('Ended.', EXIT.interrupted);
  }
}

/** The error body of the service. */
export interface ErrorBody {
  error: string;
  code: string;
  details?: readonly { path: string; code: string; message: string }[];
}

/** The context of a refusal. */
export interface RefusalContext {
  /** The called operation. */
  capability: Capability;
  /** The source of the credential: an environment variable, or `profile`. Null if there was none. */
  credentialFrom: string | null;
  requestId: string | null;
  /** Seconds until a retry can succeed. */
  retryAfter: number | null;
  /** Scopes that the credential would need (RFC 6750 §3). */
  neededScopes: string | null;
}

/** The service refused the request. */
export class Refusal extends CommandError {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    readonly context: RefusalContext,
  ) {
    super(body.error, exitCodeOf(status));
  }
}
