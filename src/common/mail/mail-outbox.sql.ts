/**
 * By hand: SKIP LOCKED takes the next due mail, waiting for nobody. One whose lease ran out was with a process that died while
 * sending: whether it went out, nobody knows, so it is uncertain and never sent again.
 * `$1` seconds of the lease.
 */
export const CLAIM_MAIL = `
  WITH lost AS (
    UPDATE mail_outbox SET status = 'uncertain', message = NULL, finished_at = clock_timestamp()
    WHERE status = 'sending' AND lease_ends_at < clock_timestamp()
  ), claimed AS (
    UPDATE mail_outbox SET status = 'sending', attempts = attempts + 1, fence = fence + 1,
      lease_ends_at = clock_timestamp() + make_interval(secs => $1)
    WHERE id = (
      SELECT id FROM mail_outbox WHERE status = 'queued' AND due_at <= clock_timestamp()
      ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, message, attempts, fence, created_at
  )
  SELECT id, message, attempts, fence, created_at AS "createdAt" FROM claimed`;
