/** The error codes of the token endpoint (RFC 6749 §5.2, RFC 8707 §2), each with its HTTP status. */
export const TOKEN_ERROR_STATUS = {
  invalid_request: 400,
  unsupported_grant_type: 400,
  invalid_scope: 400,
  invalid_target: 400,
  invalid_client: 401,
  slow_down: 429,
  temporarily_unavailable: 503,
} as const;

export type TokenErrorCode = keyof typeof TOKEN_ERROR_STATUS;

/** A refusal of the token endpoint. Its body is exactly `{"error": code}`. */
export class TokenError extends Error {
  readonly status: number;

  constructor(
    readonly code: TokenErrorCode,
    readonly options: { retryAfterSeconds?: number; status?: number; cause?: unknown } = {},
  ) {
    super(code, { cause: options.cause });
    this.name = 'TokenError';
    this.status = options.status ?? TOKEN_ERROR_STATUS[code];
  }
}
