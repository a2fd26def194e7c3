/** The codes that src/common uses and that several features share, each with its HTTP status. */
const SHARED = {
  validation_failed: 400,
  malformed_json: 400,
  unsupported_media_type: 400,
  invalid_timezone: 400,
  association_invalid: 400,
  idempotency_key_invalid: 400,
  api_key_missing: 401,
  api_key_invalid: 401,
  api_key_revoked: 401,
  token_audience_mismatch: 401,
  session_expired: 401,
  token_invalid: 401,
  password_proof_failed: 401,
  email_not_verified: 403,
  origin_not_trusted: 403,
  scope_missing: 403,
  credential_kind_not_allowed: 403,
  role_insufficient: 403,
  agent_not_accessible: 403,
  plan_limit_reached: 403,
  not_found: 404,
  method_not_allowed: 405,
  agent_inactive: 409,
  credential_inactive: 409,
  authority_exceeded: 409,
  idempotency_key_reused: 409,
  request_in_progress: 409,
  version_conflict: 409,
  invalid_transition: 409,
  contact_blocked: 409,
  payload_too_large: 413,
  rate_limited: 429,
  internal_error: 500,
  identity_unavailable: 503,
  authorization_unavailable: 503,
  model_unavailable: 503,
  upload_interrupted: 503,
  not_ready: 503,
  overloaded: 503,
} as const;

const statuses = new Map<string, number>(Object.entries(SHARED));

/**
 * Every code that an error body can carry. A feature adds its own where it declares its errors:
 *
 *     const CODES = declareErrors({ source_busy: 409 });
 *     declare module '../common/errors/error-codes' {
 *       interface ErrorCodes extends Readonly<typeof CODES> {}
 *     }
 */
export interface ErrorCodes extends Readonly<typeof SHARED> {}

export type ErrorCode = keyof ErrorCodes;

/** @throws if a code is already declared, because its status would depend on the order of loading */
export function declareErrors<const Codes extends Record<string, number>>(codes: Codes): Codes {
  for (const [code, status] of Object.entries(codes)) {
    if (statuses.has(code)) throw new Error(`The error code ${code} is declared twice`);
    statuses.set(code, status);
  }
  return codes;
}

/** @throws if no loaded file declares the code. Declare codes that several features use in this file. */
export function statusOf(code: ErrorCode): number {
  const status = statuses.get(code);
  if (status === undefined) throw new Error(`No feature has declared the error code ${code}`);
  return status;
}

export function isErrorCode(code: string): boolean {
  return statuses.has(code);
}

/** The shared codes in the order in which a request is checked, then the codes of features by name. */
export function allErrorCodes(): ErrorCode[] {
  const declared = [...statuses.keys()].filter((code) => !Object.hasOwn(SHARED, code)).sort();
  return [...Object.keys(SHARED), ...declared] as ErrorCode[];
}
