/** A password in the form in which it may be stored: only the identity service that made it can read it. */
export type PreparedPassword = string;

/** Who asks: anybody, or somebody with a live session or credential, who must never wait behind the others. */
export type AskedFrom = 'outside' | 'inside';

/**
 * Who somebody is, proved by a password. The local implementation keeps its own hashes; another one may ask a directory.
 * Implementations may be slow and may throw: {@link IdentityService} stands between them and everybody else.
 */
export abstract class IdentityPort {
  /** Turns a chosen password into what may be stored with a registration until its mail is answered. */
  abstract prepare(password: string, from?: AskedFrom): Promise<PreparedPassword>;

  /** Whether it was prepared from this password. `null`, which nobody chose: false, and no sooner than otherwise. */
  abstract matches(prepared: PreparedPassword | null, password: string): Promise<boolean>;

  /**
   * Makes a prepared password the account's only one, in the caller's transaction where there is one. `null`, nobody's
   * account: does nothing, at the same cost.
   */
  abstract adopt(accountId: string | null, prepared: PreparedPassword): Promise<void>;

  /** Whether this is the account's password. `null`, nobody's account: false, and no sooner than for an account. */
  abstract verify(accountId: string | null, password: string, from?: AskedFrom): Promise<boolean>;
}
