import { type ErrorCode, statusOf } from './error-codes';

/** One problem with the request. `path` is a JSON Pointer into the body, or `query.limit`, `path.messageId`, `header.Origin`. */
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
  /** The internal error behind the refusal: logged, never sent. */
  cause?: unknown;
  /** Whether the service refuses on purpose although the status is 5xx. Then it is no failure in the log. */
  intended?: boolean;
}

/**
 * A refusal with a public message. The code determines the status, so the two can never disagree. Features declare
 * their own refusals in `<feature>.errors.ts`, and the error filter turns them into the body `{error, code, details}`.
 */
export class DomainError extends Error {
  readonly details: readonly ErrorDetail[];
  readonly retryAfterSeconds?: number;
  readonly missingScopes?: readonly string[];
  readonly intended: boolean;

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
    this.intended = options.intended ?? false;
  }

  get status(): number {
    return statusOf(this.code);
  }
}

/**
 * The refusal for a resource that does not exist and for one that the caller may not see. Both responses are identical, byte for
 * byte, so that a caller cannot find out which resources exist.
 */
export class NotFound extends DomainError {
  constructor() {
    super('not_found', 'The resource does not exist, or you cannot access it.');
  }
}

/** The resource has changed since the caller read it. The first detail has the `currentVersion`. */
export class VersionConflict extends DomainError {
  constructor(currentVersion: number) {
    super('version_conflict', 'The resource has changed since you read it. Read it again.', {
      details: [
        { path: '/expectedVersion', code: 'version_conflict', message: 'must be the current version', currentVersion },
      ],
    });
  }
}

/** The most details in one response, so that a response is never many times as long as its request. */
const MOST_DETAILS = 100;

export class ValidationFailed extends DomainError {
  constructor(details: readonly ErrorDetail[]) {
    super('validation_failed', 'The request is not valid.', { details: details.slice(0, MOST_DETAILS) });
  }
}
