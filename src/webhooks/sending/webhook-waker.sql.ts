const IS_SLEEPING = `state = 'active' AND NOT is_held AND attempts = 0 AND (due_at IS NULL OR due_at > statement_timestamp())
  AND (resting_until IS NULL OR resting_until <= statement_timestamp())`;

/**
 * By hand: for all workspaces, in the order of the key. Webhooks that no process has and that are not due. `isOld`: its cursor is moved
 * on, so that retention does not overtake it while nothing happens. `$1` and `$2` the last one of the page before, or null, `$3` limit.
 */
export const LIST_SLEEPING = `
  SELECT workspace_id AS "workspaceId", id, cursor_transaction AS "transactionId", cursor_number AS number, cursor_at AS at,
    cursor_at < statement_timestamp() - interval '1 day' AS "isOld"
  FROM webhooks
  WHERE ${IS_SLEEPING} AND ($1::uuid IS NULL OR (workspace_id, id) > ($1::uuid, $2::uuid))
  ORDER BY workspace_id, id LIMIT $3::int`;

/** By hand: SKIP LOCKED, of all workspaces: others may wake the same ones. `$1` workspaces, `$2` webhooks. */
export const WAKE_WEBHOOKS = `
  UPDATE webhooks SET due_at = statement_timestamp() WHERE (workspace_id, id) IN (
    SELECT workspace_id, id FROM webhooks
    WHERE (workspace_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[])) AND ${IS_SLEEPING}
    FOR UPDATE SKIP LOCKED
  ) RETURNING 1`;
