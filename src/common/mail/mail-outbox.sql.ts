/**
 * By hand: SKIP LOCKED. A mail whose lease ran out was with a process that died. Where that had begun to hand it over, nobody
 * knows whether it went out, so it is uncertain and never sent again; otherwise it is due again, unless it has had its attempts:
 * a mail must not end one process after the other. `$1` attempts of a mail.
 */
export const RELEASE_LOST_MAILS = `
  WITH lost AS MATERIALIZED (
    SELECT id FROM mail_outbox WHERE status = 'sending' AND lease_ends_at < statement_timestamp() FOR UPDATE SKIP LOCKED
  )
  UPDATE mail_outbox m SET
    status = CASE WHEN handing_over_at IS NOT NULL THEN 'uncertain' WHEN attempts < $1 THEN 'queued' ELSE 'failed' END,
    message = CASE WHEN handing_over_at IS NULL AND attempts < $1 THEN message END,
    finished_at = CASE WHEN handing_over_at IS NOT NULL OR attempts >= $1 THEN clock_timestamp() END
  FROM lost WHERE m.id = lost.id RETURNING status`;

/**
 * By hand: SKIP LOCKED takes the next due mail, waiting for nobody. `$1` seconds of the lease, `$2` whose turn it is: a workspace,
 * or people by themselves.
 */
export const CLAIM_MAIL = `
  UPDATE mail_outbox SET status = 'sending', attempts = attempts + 1, fence = fence + 1, handing_over_at = NULL,
    lease_ends_at = clock_timestamp() + make_interval(secs => $1)
  WHERE id = (
    SELECT id FROM mail_outbox WHERE turn_of = $2 AND status = 'queued' AND due_at <= statement_timestamp()
    ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
  )
  RETURNING id, message, attempts, fence, created_at AS "createdAt", turn_of AS "turnOf"`;
