import { type ErrorCode, statusOf } from './error-codes';

/** One finding about the request. `path` is a JSON Pointer into the body, or `query.limit`, `path.messageId`, `header.Origin`. */
export interface ErrorDetail {
  path?: string;
  code: string;
  message: string;
  [fact: string]: unknown;
}

export interface DomainErrorOptions {
  details?: readonly ErrorDetail[];
  /** Seconds after which the same request may succeed; sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** The `WWW-Authenticate` parameters of a refusal by scope (RFC 6750 §3.1). */
  missingScopes?: readonly string[];
  /** What went wrong inside: logged, never sent. */
  cause?: unknown;
}

/**
 * A refusal with a public message. The code decides the status, so the two can never disagree; features declare
 * their own in `<feature>.errors.ts` and the error filter turns them into the body `{error, code, details}`.
 */
export class DomainError extends Error {
  readonly details: readonly ErrorDetail[];
  readonly retryAfterSeconds?: number;
  readonly missingScopes?: readonly string[];

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: DomainErrorOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.name = new.target.name;
    this.details = options.details ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.missingScopes = options.missingScopes;
  }

  get status(): number {
    return statusOf(this.code);
  }
}

/** The one answer for what does not exist and for what the caller may not see: same body, byte for byte. */
export class NotFound extends DomainError {
  constructor() {
    super('not_found', 'There is nothing here that you can see.');
  }
}

/** What the caller wants to change has changed since they read it; the first detail has the `currentVersion`. */
export class VersionConflict extends DomainError {
  constructor(currentVersion: number) {
    super('version_conflict', 'It has changed in the meantime. Read it again.', {
      details: [
        { path: '/expectedVersion', code: 'version_conflict', message: 'must be the current version', currentVersion },
      ],
    });
  }
}

/** Findings that are told at most: an answer must not be many times as long as the request. */
const MOST_DETAILS = 100;

export class ValidationFailed extends DomainError {
  constructor(details: readonly ErrorDetail[]) {
    super('validation_failed', 'The request is not valid.', { details: details.slice(0, MOST_DETAILS) });
  }
}
