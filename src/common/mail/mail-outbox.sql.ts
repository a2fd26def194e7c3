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
