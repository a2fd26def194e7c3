import type { ErrorCode } from '../errors/error-codes';

/** What each check that a service makes of its caller, beside the guards, refuses with. */
export const CHECK_REFUSALS = {
  /** A page that signs somebody in has a trusted origin. */
  trusted_origin: 'origin_not_trusted',
  /** A visitor's page is on a site that the agent may be used on. */
  allowed_site: 'origin_not_trusted',
  /** The current password, counted before it is looked at. */
  password_proof: 'password_proof_failed',
} as const satisfies Record<string, ErrorCode>;

export type CallerCheck = keyof typeof CHECK_REFUSALS;
