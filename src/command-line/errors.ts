import type { Capability } from './capability';
import { EXIT, type ExitCode, exitCodeOf } from './exit-codes';

/** What ends a command: a sentence for the person who typed it, what they can do, and the process's exit code. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: ExitCode,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** Nothing was sent: what was typed is not in order. */
export class UsageError extends CommandError {
  constructor(message: string, hint?: string) {
    super(message, EXIT.usage, hint);
  }
}

/** Of a file, by the system's own name for the reason: its message would say no more. */
export function unreadable(name: string, error: unknown): UsageError {
  return new UsageError(`${name} cannot be read: ${reasonOf(error)}.`);
}

export function unwritable(name: string, error: unknown): UsageError {
  return new UsageError(`${name} cannot be written: ${reasonOf(error)}.`);
}

function reasonOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown reason';
}

/** No answer came, or none that makes sense. */
export class Unavailable extends CommandError {
  constructor(message: string, hint?: string) {
    super(message, EXIT.unavailable, hint);
  }
}

/** Ctrl-C or the end of the input where a person was asked; what was begun is not done. */
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

/** What a refusal says beside its body. */
export interface RefusalContext {
  /** What was called. */
  capability: Capability;
  /** Where the credential comes from: a variable of the environment, or `profile`; null where there was none. */
  credentialFrom: string | null;
  requestId: string | null;
  /** Seconds after which another try makes sense. */
  retryAfter: number | null;
  /** Scopes that the credential would need (RFC 6750 §3). */
  neededScopes: string | null;
}

/** The service has answered, and refuses. */
export class Refusal extends CommandError {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    readonly context: RefusalContext,
  ) {
    super(body.error, exitCodeOf(status));
  }
}
