/**
 * By hand: TypeORM's upsert cannot keep a column. Keeps the device's health if the subscription and the account are
 * unchanged. An endpoint that another account registers moves to that account. `$1` id, `$2` account, `$3` session,
 * `$4` label, `$5` fingerprint of the endpoint, `$6` sealed subscription, `$7` whether to reset the health.
 */
export const UPSERT_DEVICE = `
  INSERT INTO notification_devices AS d
    (id, account_id, session_id, label, endpoint_hash, subscription_sealed, last_active_at, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, statement_timestamp(), statement_timestamp())
  ON CONFLICT (endpoint_hash) DO UPDATE SET
    id = CASE WHEN d.account_id = excluded.account_id THEN d.id ELSE excluded.id END,
    created_at = CASE WHEN d.account_id = excluded.account_id THEN d.created_at ELSE excluded.created_at END,
    account_id = excluded.account_id, session_id = excluded.session_id, label = excluded.label,
    subscription_sealed = excluded.subscription_sealed, last_active_at = excluded.last_active_at,
    paused = CASE WHEN $7::boolean THEN false ELSE d.paused END,
    failure_class = CASE WHEN $7 THEN NULL ELSE d.failure_class END,
    failing_since = CASE WHEN $7 THEN NULL ELSE d.failing_since END,
    failures = CASE WHEN $7 THEN 0 ELSE d.failures END,
    retry_at = CASE WHEN $7 THEN NULL ELSE d.retry_at END,
    expired_at = CASE WHEN $7 THEN NULL ELSE d.expired_at END,
    last_success_at = CASE WHEN $7 THEN NULL ELSE d.last_success_at END
  RETURNING id`;

/** By hand: one statement finds and deletes it. `$1` account. */
export const MAKE_ROOM = `
  DELETE FROM notification_devices WHERE id = (
    SELECT d.id FROM notification_devices d LEFT JOIN sessions s ON s.id = d.session_id
    WHERE d.account_id = $1 AND (d.expired_at IS NOT NULL OR s.revoked_at IS NOT NULL)
    ORDER BY d.last_active_at LIMIT 1
  ) RETURNING id`;

/**
 * By hand: many rows in one statement, in the order of their ids, so that concurrent writers do not deadlock. `$1` ids,
 * `$2` accounts (skips a device that now belongs to another account), `$3` number of failures in a row when the message
 * was sent (skips a device with a newer result), `$4` when the message was accepted, in fours.
 */
export const NOTE_ACCEPTED = `
  WITH taken AS MATERIALIZED (
    SELECT d.id, v.at FROM notification_devices d
    JOIN unnest($1::uuid[], $2::uuid[], $3::int[], $4::timestamptz[]) AS v (id, account_id, failures, at)
      ON d.id = v.id AND d.account_id = v.account_id AND d.failures = v.failures
    ORDER BY d.id FOR UPDATE OF d
  )
  UPDATE notification_devices d SET failure_class = NULL, failing_since = NULL, failures = 0, retry_at = NULL,
    expired_at = NULL, last_success_at = taken.at
  FROM taken WHERE d.id = taken.id`;

/** By hand: uses the database's time. `$1` id, `$2` account, `$3` class of the failure, `$4` when to try again. */
export const NOTE_FAILED = `
  UPDATE notification_devices SET failure_class = $3::text, failing_since = coalesce(failing_since, statement_timestamp()),
    failures = failures + 1, retry_at = $4::timestamptz,
    expired_at = CASE WHEN $3 = 'subscription_gone' THEN statement_timestamp() END
  WHERE id = $1 AND account_id = $2`;
