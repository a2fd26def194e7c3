/** By hand: an aggregate over all workspaces. */
export const COUNT_WEBHOOKS = `SELECT state, count(*)::int AS count FROM webhooks GROUP BY state`;

/** By hand: of all workspaces. The active webhooks whose cursors are the oldest, which bounds what is looked at. */
export const LIST_FURTHEST_BEHIND = `
  SELECT workspace_id AS "workspaceId", cursor_transaction AS "transactionId", cursor_number AS number, cursor_at AS at,
    statement_timestamp() AS now
  FROM webhooks WHERE state = 'active' ORDER BY cursor_transaction, cursor_number LIMIT 100`;
