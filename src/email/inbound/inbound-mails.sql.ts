import { MAIL_LEASE } from './inbound-mail.entity';

/** By hand: the chunks have no entity. `$1` mail, `$2` where it begins, `$3` bytes. */
export const INSERT_CHUNK = 'INSERT INTO inbound_mail_chunks (mail_id, start_at, bytes) VALUES ($1, $2, $3)';

/** By hand: a copy within the database, for a further address that the mail came to. `$1` mail, `$2` copy. */
export const COPY_CHUNKS = `
  INSERT INTO inbound_mail_chunks (mail_id, start_at, bytes)
  SELECT $2, start_at, bytes FROM inbound_mail_chunks WHERE mail_id = $1`;

/** By hand: the chunks have no entity. `$1` mail. */
export const LIST_CHUNKS = 'SELECT bytes FROM inbound_mail_chunks WHERE mail_id = $1 ORDER BY start_at';

/**
 * By hand: SKIP LOCKED, so that workers take different mails without waiting for each other. `$1` whose turn it is, among the
 * workspaces that mails came to.
 */
export const CLAIM_MAIL = `
  WITH next AS (
    SELECT id, is_held FROM inbound_mails
    WHERE turn_of = $1 AND due_at <= now() ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
  )
  UPDATE inbound_mails m SET fence = fence + 1, attempts = attempts + 1, is_held = true,
    due_at = now() + ${MAIL_LEASE.interval}
  FROM next WHERE m.id = next.id
  RETURNING m.id, m.fence, m.attempts, m.identity, m.target_kind AS "targetKind", m.target_id AS "targetId",
    m.envelope_sender AS "envelopeSender", m.received_at AS "receivedAt", m.released, m.turn_of AS "turnOf", m.size_bytes::float8 AS "sizeBytes",
    next.is_held AS "isTakenOver"`;

/** By hand: an index of these three columns. `$1` workspace, `$2` agent, `$3` identity, `$4` the mail that asks. */
export const EXISTS_TAKEN = `
  SELECT 1 FROM inbound_mails
  WHERE workspace_id = $1 AND agent_id = $2 AND identity = $3 AND id <> $4
    AND outcome IN ('threaded', 'opened', 'bounce', 'auto_reply')
  LIMIT 1`;
