import type { ErrorCode } from '../errors/error-codes';

/** Checks of the caller that services make in addition to the guards, each with the error code of its refusal. */
export const CHECK_REFUSALS = {
  /** A page that signs a user in has a trusted origin. */
  trusted_origin: 'origin_not_trusted',
  /** The page of a visitor is on a site that the agent allows. */
  allowed_site: 'origin_not_trusted',
  /** The current password is correct. Attempts count toward the rate limit before the password is checked. */
  password_proof: 'password_proof_failed',
} as const satisfies Record<string, ErrorCode>;

export type CallerCheck = keyof typeof CHECK_REFUSALS;
