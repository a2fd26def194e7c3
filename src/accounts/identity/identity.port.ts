/** A password in a form that may be stored. Only the identity service that prepared it can read it. */
export type PreparedPassword = string;

/**
 * Where an attempt comes from. Attempts with a live session or credential are `inside` and never wait behind the
 * others.
 */
export type AttemptOrigin = 'outside' | 'inside';

/**
 * Proves who a user is by a password. The local implementation stores hashes itself; another one may ask a directory.
 * Implementations may be slow and may throw: {@link IdentityService} protects all callers from both.
 */
export abstract class IdentityPort {
  /** Prepares a password to be stored with a registration until its email is answered. */
  abstract prepare(password: string, from?: AttemptOrigin): Promise<PreparedPassword>;

  /** Whether `prepared` was made from this password. Null is false, and takes as long. */
  abstract matches(prepared: PreparedPassword | null, password: string): Promise<boolean>;

  /**
   * Makes a prepared password the account's only one, in the caller's transaction if there is one. Null, for no
   * account, does nothing at the same cost.
   */
  abstract adopt(accountId: string | null, prepared: PreparedPassword): Promise<void>;

  /** Whether this is the account's password. Null, for no account, is false and takes as long. */
  abstract verify(accountId: string | null, password: string, from?: AttemptOrigin): Promise<boolean>;
}
