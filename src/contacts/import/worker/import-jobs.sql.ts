import { IMPORT_LEASE } from '../contact-import.entity';

/** Size of a read: bytes arrive as text, and a larger read would keep requests waiting. */
const READ_BYTES = 131_072;

/** Number of chunks that are deleted at once: some 16 MiB. */
const CLEARED = 32;

/**
 * By hand: prepared, and cuts the piece out of its chunk, since a file takes thousands of reads. `$1` workspace, `$2`
 * import, `$3` offset.
 */
export const FIND_BYTES = `
  SELECT substr(bytes, ($3 - start_at + 1)::int, ${READ_BYTES}) AS bytes FROM contact_import_chunks
  WHERE workspace_id = $1 AND import_id = $2 AND start_at <= $3 AND start_at + octet_length(bytes) > $3
  ORDER BY start_at DESC LIMIT 1`;

/**
 * By hand: one prepared statement, part of every batch. `$1` workspace, `$2` import, `$3` fence, `$4` bytes, `$5` last
 * row, `$6` to `$10` the number to add to each count.
 */
export const ADVANCE_IMPORT = `
  WITH advanced AS (
    UPDATE contact_imports SET bytes_done = $4, last_row = $5, created = created + $6, updated = updated + $7,
      unchanged = unchanged + $8, refused = refused + $9, rows_read = rows_read + $6 + $7 + $8 + $9,
      refused_values = refused_values + $10,
      attempts = 1, due_at = now() + ${IMPORT_LEASE.interval}
    WHERE workspace_id = $1 AND id = $2 AND status = 'running' AND fence = $3
    RETURNING id
  ), passed AS (
    DELETE FROM contact_import_chunks
    WHERE workspace_id = $1 AND import_id = (SELECT id FROM advanced) AND start_at + octet_length(bytes) <= $4
  ) SELECT id FROM advanced`;

/** By hand: DELETE alone has no LIMIT. `$1` workspace, `$2` import. */
export const DELETE_SOME_CHUNKS = `
  DELETE FROM contact_import_chunks WHERE (workspace_id, import_id, start_at) IN (
    SELECT workspace_id, import_id, start_at FROM contact_import_chunks
    WHERE workspace_id = $1 AND import_id = $2 LIMIT ${CLEARED}
  ) RETURNING 1`;

/** By hand: an expression. When a finished import is due again: immediately, if part of its file is left to delete. */
export const DUE_TO_CLEAR = `
  CASE WHEN EXISTS (
    SELECT FROM contact_import_chunks c WHERE c.workspace_id = contact_imports.workspace_id AND c.import_id = id
  ) THEN now() END`;

/** By hand: a function of the schema that its triggers also call. `$1` workspace. */
export const REQUEST_INDEX = 'SELECT contacts_request_index($1)';
