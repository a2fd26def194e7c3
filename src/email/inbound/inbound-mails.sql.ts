/** By hand: the chunks have no entity. `$1` mail, `$2` offset, `$3` bytes. */
export const INSERT_CHUNK = 'INSERT INTO inbound_mail_chunks (mail_id, start_at, bytes) VALUES ($1, $2, $3)';

/** By hand: a copy within the database for a further target. `$1` mail, `$2` copy. */
export const COPY_CHUNKS = `
  INSERT INTO inbound_mail_chunks (mail_id, start_at, bytes)
  SELECT $2, start_at, bytes FROM inbound_mail_chunks WHERE mail_id = $1`;

/** By hand: the chunks have no entity. `$1` mail. */
export const LIST_CHUNKS = 'SELECT bytes FROM inbound_mail_chunks WHERE mail_id = $1 ORDER BY start_at';

/** By hand: the chunks have no entity. `$1` mail, `$2` offset. */
export const FIND_CHUNK = 'SELECT bytes FROM inbound_mail_chunks WHERE mail_id = $1 AND start_at = $2';

/** By hand: uses an index on these three columns. `$1` workspace, `$2` agent, `$3` identity, `$4` the current mail. */
export const EXISTS_TAKEN = `
  SELECT 1 FROM inbound_mails
  WHERE workspace_id = $1 AND agent_id = $2 AND identity = $3 AND id <> $4
    AND outcome IN ('threaded', 'opened', 'bounce', 'auto_reply')
  LIMIT 1`;

/** Incomplete emails, processed emails, and quarantined emails that no member has replayed. */
export const EXPIRED_MAILS = `(
  identity IS NULL AND received_at < now() - interval '1 hour'
  OR outcome NOT IN ('received', 'quarantined') AND received_at < now() - interval '30 days'
  OR received_at < now() - interval '90 days')`;

/**
 * The most bytes of emails without a workspace, including the size of their rows. Every stranger can send them, and only the operator
 * reviews them. Enough for ten of the largest, or some hundred thousand small ones.
 */
const MOST_UNROUTED_BYTES = 268_435_456;
const BYTES_OF_ROW = 1_000;

/** The oldest emails without a workspace, beyond the limit. */
export const CROWDED_OUT = `
  id IN (
    SELECT id FROM (
      SELECT id, sum(size_bytes + ${BYTES_OF_ROW}) OVER (ORDER BY received_at DESC, id DESC) AS up_to
      FROM inbound_mails WHERE workspace_id IS NULL AND finished_at IS NOT NULL
    ) AS of_nobody WHERE up_to > ${MOST_UNROUTED_BYTES}
  )`;
