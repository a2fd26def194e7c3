import { hasRow } from '../jobs/has-row.sql';

const IS_LOST = `status = 'sending' AND lease_ends_at < statement_timestamp()`;
export const IS_ANY_MAIL_LOST = hasRow('mail_outbox', IS_LOST, 'lease_ends_at');

/**
 * By hand: SKIP LOCKED. If the lease of an email has expired, its process has died. If the process had begun to hand it over, the
 * email is uncertain and never sent again. Otherwise it is due again, unless it has used up its attempts: an email must not crash
 * one process after another. `$1` attempts of an email.
 */
export const RELEASE_LOST_MAILS = `
  WITH lost AS MATERIALIZED (
    SELECT id FROM mail_outbox WHERE ${IS_LOST} FOR UPDATE SKIP LOCKED
  )
  UPDATE mail_outbox m SET
    status = CASE WHEN handing_over_at IS NOT NULL THEN 'uncertain' WHEN attempts < $1 THEN 'queued' ELSE 'failed' END,
    message = CASE WHEN handing_over_at IS NULL AND attempts < $1 THEN message END,
    finished_at = CASE WHEN handing_over_at IS NOT NULL OR attempts >= $1 THEN clock_timestamp() END
  FROM lost WHERE m.id = lost.id RETURNING status`;
