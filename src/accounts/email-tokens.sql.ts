/**
 * By hand: the same statement runs without an account. `$1` hash, `$2` account or null, `$3` purpose, `$4`
 * registration, `$5` hours that it is valid.
 */
export const INSERT_TOKEN = `
  INSERT INTO email_tokens (token_hash, account_id, purpose, registration_id, expires_at)
  SELECT $1, id, $3, $4, now() + make_interval(hours => $5) FROM accounts WHERE id = $2`;

/** By hand: it locks the row of another table than the one that it searches. `$1` hash. */
export const LOCK_ACCOUNT_OF_TOKEN = `
  SELECT a.id FROM accounts a JOIN email_tokens t ON t.account_id = a.id
  WHERE t.token_hash = $1 FOR NO KEY UPDATE OF a`;

/** By hand: it returns the row that it changes. Of two concurrent callers, one gets it. `$1` hash, `$2` purpose. */
export const USE_TOKEN = `
  WITH used AS (
    UPDATE email_tokens SET used_at = clock_timestamp()
    WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > clock_timestamp()
    RETURNING account_id, registration_id
  ) SELECT account_id AS "accountId", registration_id AS "registrationId" FROM used`;
