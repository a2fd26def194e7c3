/** A password in the form in which it may be stored: only the identity service that made it can read it. */
export type PreparedPassword = string;

/**
 * Who somebody is, proved by a password. The local implementation keeps its own hashes; another one may ask a directory.
 * Implementations may be slow and may throw: {@link IdentityService} stands between them and everybody else.
 */
export abstract class IdentityPort {
  /** Turns a chosen password into what may wait, with a registration, for its mail to be answered. */
  abstract prepare(password: string): Promise<PreparedPassword>;

  /**
   * Makes a prepared password the account's only one, in the caller's transaction where there is one.
   *
   * @returns false where it was the account's password already
   */
  abstract adopt(accountId: string, prepared: PreparedPassword): Promise<boolean>;

  /** Whether this is the account's password. `null`, nobody's account: false, and no sooner than for an account. */
  abstract verify(accountId: string | null, password: string): Promise<boolean>;
}
