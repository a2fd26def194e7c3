import { UPLOAD_LEASE } from './source-file.entity';

/** Files of one workspace that are on their way, or that no source was made of. */
export const MOST_FILES = 20;

/**
 * By hand: counts the places that are taken, and takes one. Exact for who has locked the workspace's places. `$1` workspace,
 * `$2` agent, `$3` id, `$4` media type.
 */
export const CLAIM_FILE = `
  INSERT INTO knowledge_files (workspace_id, agent_id, id, media_type, due_at)
  SELECT $1, $2, $3, $4, clock_timestamp() + ${UPLOAD_LEASE.interval}
  WHERE (SELECT count(*) FROM knowledge_files WHERE workspace_id = $1 AND due_at > statement_timestamp()) < ${MOST_FILES}
  RETURNING id`;

/**
 * By hand: one statement and prepared, for each half MiB. `$1` workspace, `$2` agent, `$3` file, `$4` where the piece starts,
 * `$5` the piece, `$6` its length.
 */
export const APPEND_PIECE = `
  WITH counted AS (
    UPDATE knowledge_files SET size_bytes = size_bytes + $6
    WHERE workspace_id = $1 AND agent_id = $2 AND id = $3 AND NOT is_complete AND due_at > statement_timestamp()
    RETURNING 1
  )
  INSERT INTO knowledge_file_pieces (workspace_id, agent_id, file_id, start_at, bytes)
  SELECT $1, $2, $3, $4, $5 FROM counted RETURNING 1`;

/**
 * By hand: a condition of `ExpiredRows`. Files that were left, and that no source was made of, some time after they count as
 * such: a transaction that has made one of them until then is over.
 */
export const FORGOTTEN_FILES = `
  SELECT workspace_id, agent_id, id FROM knowledge_files WHERE due_at < statement_timestamp() - interval '5 minutes'`;

/** By hand: a condition of `ExpiredRows`. The same once their pieces are gone, so that no row goes in a cascade of many. */
export const FORGOTTEN_AND_EMPTY = `(workspace_id, agent_id, id) IN (${FORGOTTEN_FILES}) AND NOT EXISTS (
  SELECT FROM knowledge_file_pieces p WHERE p.workspace_id = knowledge_files.workspace_id
    AND p.agent_id = knowledge_files.agent_id AND p.file_id = id)`;
