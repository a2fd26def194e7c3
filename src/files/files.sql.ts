import { UPLOAD_LEASE } from './file.entity';

/** Files of one caller that are on their way, or that no message carries. */
export const MOST_UNUSED = 20;
/** The bytes of these files. */
export const MOST_UNUSED_BYTES = 104_857_600;

/** Bytes of one read. The driver receives them as text, and a longer text would block other requests while it is parsed. */
const READ_BYTES = 131_072;

/**
 * By hand: sums from indexes. Exact for the caller who has locked the workspace. `$1` workspace, `$2` uploader. `stored`: bytes of
 * the workspace, without files of email and with shared bytes once; `unusedBytes`: of the uploader, both without files that are on their way; `unused`: with them.
 */
export const COUNT_FILES = `
  SELECT u.unused, u."unusedBytes", (
    SELECT coalesce(sum(size_bytes), 0)::double precision FROM files
    WHERE workspace_id = $1 AND sha256 IS NOT NULL AND uploader_id <> 'mail' AND scan <> 'infected' AND bytes_of IS NULL
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
 * By hand: a message takes files of one caller, in the order of the ids, and returns those that it got. `$1` workspace, `$2` uploader, `$3` ids,
 * `$4` conversation, `$5` message or note.
 */
export const CARRY_FILES = `
  UPDATE files SET conversation_id = $4, message_id = $5, due_at = NULL, position = array_position($3::uuid[], id)
  WHERE workspace_id = $1 AND uploader_id = $2 AND id = ANY ($3::uuid[]) AND sha256 IS NOT NULL
    AND message_id IS NULL AND due_at > statement_timestamp()
  RETURNING id, size_bytes::int AS "sizeBytes", scan`;

/** By hand: a part of the bytes, which may be those of another file. `$1` workspace, `$2` file, `$3` offset in the file. */
export const FIND_BYTES = `
  SELECT substr(bytes, ($3 - start_at)::int + 1, ${READ_BYTES}) AS bytes FROM file_pieces
  WHERE workspace_id = $1 AND start_at <= $3
    AND file_id = coalesce((SELECT bytes_of FROM files WHERE workspace_id = $1 AND id = $2), $2)
  ORDER BY start_at DESC LIMIT 1`;

/**
 * By hand: a condition of `ExpiredRows`. Unused files whose bytes no other file shares, some time after they count as such: a
 * transaction that has used one until then is over.
 */
export const FORGOTTEN_FILES = `
  SELECT workspace_id, id FROM files f WHERE due_at < statement_timestamp() - interval '5 minutes'
    AND NOT EXISTS (SELECT FROM files c WHERE c.workspace_id = f.workspace_id AND c.bytes_of = f.id)`;

/** By hand: a condition of `ExpiredRows`. The same once their pieces are gone, so that no row goes in a cascade of many. */
export const FORGOTTEN_AND_EMPTY = `(workspace_id, id) IN (${FORGOTTEN_FILES}) AND NOT EXISTS (
  SELECT FROM file_pieces p WHERE p.workspace_id = files.workspace_id AND p.file_id = id)`;

/** By hand: for an insert of TypeORM. */
export const UPLOAD_ENDS = `statement_timestamp() + ${UPLOAD_LEASE.interval}`;
/** By hand: how long a file waits for a message. */
export const UNUSED_UNTIL = `statement_timestamp() + interval '24 hours'`;

/**
 * By hand: ON CONFLICT, and never without the file. An earlier attempt may have put other bytes. Once the file has left the object, its
 * pieces are all that it has, and stay as they are. `$1` workspace, `$2` file, `$3` its object, `$4` where the piece starts, `$5` the piece.
 */
export const PUT_PIECE = `
  WITH file AS (SELECT 1 FROM files WHERE workspace_id = $1 AND id = $2 AND object_key = $3 FOR SHARE), put AS (
    INSERT INTO file_pieces (workspace_id, file_id, start_at, bytes) SELECT $1, $2, $4, $5 FROM file
    ON CONFLICT (workspace_id, file_id, start_at) DO UPDATE SET bytes = excluded.bytes)
  SELECT 1 FROM file`;

const pageOf = (condition: string): string => `
  SELECT workspace_id AS "workspaceId", id FROM files
  WHERE (workspace_id, id) > ($1::uuid, $2::uuid) AND ${condition} ORDER BY workspace_id, id LIMIT $3`;

/** By hand: of all workspaces, for the operator. `$1` workspace and `$2` file after which, `$3` limit. */
export const PAGE_STORED = pageOf('object_key IS NOT NULL');

/** By hand: the same of files whose bytes are in the database and may be moved: the scanner has seen them. */
export const PAGE_UNSTORED = pageOf(`object_key IS NULL AND bytes_of IS NULL AND sha256 IS NOT NULL
  AND scan IN ('none', 'clean')`);
