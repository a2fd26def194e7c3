/** An earlier delivery `e` of the same subject that holds back `d`. `hold`: the seconds that a failing one may. */
const blocker = (hold: string): string => `
  SELECT FROM webhook_deliveries e
  WHERE e.workspace_id = d.workspace_id AND e.webhook_id = d.webhook_id AND e.subject = d.subject AND e.finished_at IS NULL
    AND e.replay_id IS NOT DISTINCT FROM d.replay_id AND e.holds AND e.state = 'pending'
    AND (e.transaction_number, e.event_number) < (d.transaction_number, d.event_number)
    AND e.next_attempt_at > statement_timestamp()
    AND e.first_attempt_at > statement_timestamp() - make_interval(secs => ${hold})`;

/**
 * By hand: a comparison of rows, and a condition on other rows of the table. The deliveries that can be attempted now, in order: those
 * that are due, and those that wait for one of them. `$1` workspace, `$2` webhook, `$3` seconds of a hold, `$4` limit.
 */
export const LIST_DUE_DELIVERIES = `
  SELECT d.id FROM webhook_deliveries d
  WHERE d.workspace_id = $1 AND d.webhook_id = $2 AND d.finished_at IS NULL
    AND (d.state = 'waiting' OR d.next_attempt_at <= statement_timestamp())
    AND (NOT d.holds OR NOT EXISTS (${blocker('$3::int')}))
  ORDER BY d.transaction_number, d.event_number LIMIT $4`;

/**
 * By hand: the same. The oldest delivery that was not delivered; those that have held back their subject for long enough come last.
 * `$1` workspace, `$2` webhook, `$3` seconds of a hold.
 */
export const FIND_OLDEST_OPEN = `
  SELECT id, first_attempt_at <= statement_timestamp() - make_interval(secs => $3::int) IS TRUE AS "isOverdue"
  FROM webhook_deliveries
  WHERE workspace_id = $1 AND webhook_id = $2 AND finished_at IS NULL
  ORDER BY 2, transaction_number, event_number LIMIT 1`;

/** By hand: the same. The subjects of `$4` whose new events must wait. `$1` workspace, `$2` webhook, `$3` seconds of a hold, `$5` replay. */
export const LIST_HELD_SUBJECTS = `
  SELECT DISTINCT subject FROM webhook_deliveries
  WHERE workspace_id = $1 AND webhook_id = $2 AND finished_at IS NULL AND subject = ANY ($4::text[]) AND holds
    AND replay_id IS NOT DISTINCT FROM $5::uuid
    AND (state = 'waiting' OR first_attempt_at > statement_timestamp() - make_interval(secs => $3::int))`;

/**
 * By hand: the same. When the next delivery can be attempted: at its time, or when the hold of an earlier one ends. `$1` workspace,
 * `$2` webhook, `$3` seconds of a hold.
 */
export const FIND_NEXT_DUE = `
  SELECT min(CASE d.state
    WHEN 'pending' THEN least(d.next_attempt_at, CASE
      WHEN d.holds AND d.first_attempt_at > statement_timestamp() - make_interval(secs => $3::int)
      THEN d.first_attempt_at + make_interval(secs => $3::int) END)
    ELSE CASE WHEN EXISTS (${blocker('$3::int')}) THEN NULL ELSE statement_timestamp() END
  END) AS at FROM webhook_deliveries d
  WHERE d.workspace_id = $1 AND d.webhook_id = $2 AND d.finished_at IS NULL`;

/**
 * By hand: aggregates of several webhooks in one statement. The oldest undelivered event and the next attempt of each. `$1` workspace,
 * `$2` webhooks.
 */
export const SUMMARIZE_OPEN = `
  SELECT webhook_id AS "webhookId", min(positioned_at) AS "oldestAt", min(next_attempt_at) AS "nextAttemptAt"
  FROM webhook_deliveries
  WHERE workspace_id = $1 AND webhook_id = ANY ($2::uuid[]) AND finished_at IS NULL
  GROUP BY webhook_id`;
