/** By hand: the chunks have no entity. `$1` mail, `$2` where it begins, `$3` bytes. */
export const INSERT_CHUNK = 'INSERT INTO inbound_mail_chunks (mail_id, start_at, bytes) VALUES ($1, $2, $3)';

/** By hand: a copy within the database, for a further address that the mail came to. `$1` mail, `$2` copy. */
export const COPY_CHUNKS = `
  INSERT INTO inbound_mail_chunks (mail_id, start_at, bytes)
  SELECT $2, start_at, bytes FROM inbound_mail_chunks WHERE mail_id = $1`;

/** By hand: the chunks have no entity. `$1` mail. */
export const LIST_CHUNKS = 'SELECT bytes FROM inbound_mail_chunks WHERE mail_id = $1 ORDER BY start_at';

/** By hand: an index of these three columns. `$1` workspace, `$2` agent, `$3` identity, `$4` the mail that asks. */
export const EXISTS_TAKEN = `
  SELECT 1 FROM inbound_mails
  WHERE workspace_id = $1 AND agent_id = $2 AND identity = $3 AND id <> $4
    AND outcome IN ('threaded', 'opened', 'bounce', 'auto_reply')
  LIMIT 1`;
