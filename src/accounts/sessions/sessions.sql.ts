import { LookUp } from '../../common/database/look-up';
import { MEMBERSHIP_COLUMNS, MEMBERSHIP_JOIN } from '../../common/auth/membership.sql';

/**
 * By hand: authentication is one prepared statement for each request with a session. `$1` hash of the secret, `$2`
 * workspace, null for none.
 */
export const FIND_LIVE_SESSION = new LookUp(
  `
  SELECT s.id, s.account_id AS "accountId", s.expires_at AS "expiresAt",
    a.email_verified_at IS NOT NULL AS "emailVerified", ${MEMBERSHIP_COLUMNS}
  FROM sessions s JOIN accounts a ON a.id = s.account_id ${MEMBERSHIP_JOIN}
  WHERE s.secret_hash = $1 AND s.revoked_at IS NULL AND s.expires_at > now()`,
  ['bytea', 'uuid'],
);

/**
 * By hand: it locks the account, so that its password cannot change between the proof and the end of the transaction.
 * `$1` id, `$2` hash, `$3` user agent, `$4` lifetime in seconds, `$5` account, `$6` version of the password, null for
 * any.
 */
export const INSERT_SESSION = `
  INSERT INTO sessions (id, account_id, secret_hash, user_agent, expires_at)
  SELECT $1, id, $2, $3, now() + make_interval(secs => $4) FROM accounts
  WHERE id = $5 AND password_version = coalesce($6, password_version) FOR NO KEY UPDATE
  RETURNING id`;

/**
 * By hand: it finds and revokes in one statement. `$1` account, `$2` number of live sessions with a cookie that stay.
 */
export const REVOKE_OLDEST = `
  UPDATE sessions SET revoked_at = clock_timestamp() WHERE id IN (
    SELECT id FROM sessions
    WHERE account_id = $1 AND secret_hash IS NOT NULL AND revoked_at IS NULL AND expires_at > clock_timestamp()
    ORDER BY created_at DESC, id DESC OFFSET $2
  )`;

/** By hand: it returns the database's clock at the moment at which the session was live. `$1` account, `$2` id. */
export const FIND_END = `
  SELECT expires_at AS "endsAt", clock_timestamp()::timestamptz(3) AS at FROM sessions
  WHERE account_id = $1 AND id = $2 AND revoked_at IS NULL AND expires_at > clock_timestamp()`;

/**
 * By hand: the answer includes the state before the statement, even if another request revokes it too. `$1` account,
 * `$2` id.
 */
export const REVOKE = `
  WITH before AS (
    SELECT id, revoked_at FROM sessions WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE
  ), ended AS (
    UPDATE sessions s SET revoked_at = coalesce(before.revoked_at, clock_timestamp())
    FROM before WHERE s.id = before.id
    RETURNING s.id, s.revoked_at AS "revokedAt", before.revoked_at IS NOT NULL AS "alreadyRevoked"
  ) SELECT * FROM ended`;
