/**
 * By hand: SKIP LOCKED takes the next due mail, waiting for nobody. One whose lease ran out was with a process that died.
 * Where that had begun to hand it over, nobody knows whether it went out, so it is uncertain and never sent again;
 * otherwise it is due again, unless it has had its attempts: a mail must not end one process after the other.
 * Always one row: how many leases had run out, how many of those mails are uncertain now, and the mail, or nulls.
 * `$1` seconds of the lease, `$2` attempts of a mail.
 */
export const CLAIM_MAIL = `
  WITH lost AS (
    UPDATE mail_outbox SET
      status = CASE WHEN handing_over_at IS NOT NULL THEN 'uncertain' WHEN attempts < $2 THEN 'queued' ELSE 'failed' END,
      message = CASE WHEN handing_over_at IS NULL AND attempts < $2 THEN message END,
      finished_at = CASE WHEN handing_over_at IS NOT NULL OR attempts >= $2 THEN clock_timestamp() END
    WHERE status = 'sending' AND lease_ends_at < statement_timestamp()
    RETURNING status
  ), claimed AS (
    UPDATE mail_outbox SET status = 'sending', attempts = attempts + 1, fence = fence + 1, handing_over_at = NULL,
      lease_ends_at = clock_timestamp() + make_interval(secs => $1)
    WHERE id = (
      SELECT id FROM mail_outbox WHERE status = 'queued' AND due_at <= statement_timestamp()
      ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, message, attempts, fence, created_at
  )
  SELECT id, message, attempts, fence, created_at AS "createdAt", lost, uncertain
  FROM (SELECT count(*)::int AS lost, (count(*) FILTER (WHERE status = 'uncertain'))::int AS uncertain FROM lost) AS counted
  LEFT JOIN claimed ON true`;
