import { UPLOAD_LEASE } from './file.entity';

/** Files of one caller that are on their way, or that no message carries. */
export const MOST_UNUSED = 20;
/** The bytes of these files. */
export const MOST_UNUSED_BYTES = 104_857_600;

/** Bytes of one read. The driver receives them as text, and a longer text would block other requests while it is parsed. */
const READ_BYTES = 131_072;

/**
 * By hand: sums from indexes. Exact for the caller who has locked the workspace. `$1` workspace, `$2` uploader. `stored`: bytes of
 * the workspace; `unusedBytes`: of the uploader, both without files that are on their way; `unused`: with them.
 */
export const COUNT_FILES = `
  SELECT u.unused, u."unusedBytes", (
    SELECT coalesce(sum(size_bytes), 0)::double precision FROM files WHERE workspace_id = $1 AND sha256 IS NOT NULL
  ) AS stored
  FROM (
    SELECT count(*)::int AS unused,
      coalesce(sum(size_bytes) FILTER (WHERE sha256 IS NOT NULL), 0)::double precision AS "unusedBytes"
    FROM files WHERE workspace_id = $1 AND uploader_id = $2 AND message_id IS NULL AND due_at > statement_timestamp()
  ) u`;

/**
 * By hand: one statement and prepared, for each half MiB. `$1` workspace, `$2` file, `$3` where the piece starts, `$4` the piece,
 * `$5` its length.
 */
export const APPEND_PIECE = `
  WITH counted AS (
    UPDATE files SET size_bytes = size_bytes + $5
    WHERE workspace_id = $1 AND id = $2 AND sha256 IS NULL AND due_at > statement_timestamp()
    RETURNING 1
  )
  INSERT INTO file_pieces (workspace_id, file_id, start_at, bytes) SELECT $1, $2, $3, $4 FROM counted RETURNING 1`;

/**
 * By hand: a message takes files of one caller, and returns those that it got. `$1` workspace, `$2` uploader, `$3` ids,
 * `$4` conversation, `$5` message or note.
 */
export const CARRY_FILES = `
  UPDATE files SET conversation_id = $4, message_id = $5, due_at = NULL
  WHERE workspace_id = $1 AND uploader_id = $2 AND id = ANY ($3::uuid[]) AND sha256 IS NOT NULL
    AND message_id IS NULL AND due_at > statement_timestamp()
  RETURNING id, size_bytes::int AS "sizeBytes"`;

/** By hand: a part of the bytes. `$1` workspace, `$2` file, `$3` offset in the file. */
export const FIND_BYTES = `
  SELECT substr(bytes, ($3 - start_at)::int + 1, ${READ_BYTES}) AS bytes FROM file_pieces
  WHERE workspace_id = $1 AND file_id = $2 AND start_at <= $3 ORDER BY start_at DESC LIMIT 1`;

/**
 * By hand: a condition of `ExpiredRows`. Unused files, some time after they count as such: a transaction that has used one until
 * then is over.
 */
export const FORGOTTEN_FILES = `
  SELECT workspace_id, id FROM files WHERE due_at < statement_timestamp() - interval '5 minutes'`;

/** By hand: a condition of `ExpiredRows`. The same once their pieces are gone, so that no row goes in a cascade of many. */
export const FORGOTTEN_AND_EMPTY = `(workspace_id, id) IN (${FORGOTTEN_FILES}) AND NOT EXISTS (
  SELECT FROM file_pieces p WHERE p.workspace_id = files.workspace_id AND p.file_id = id)`;

/** By hand: for an insert of TypeORM. */
export const UPLOAD_ENDS = `statement_timestamp() + ${UPLOAD_LEASE.interval}`;
/** By hand: how long a file waits for a message. */
export const UNUSED_UNTIL = `statement_timestamp() + interval '24 hours'`;
