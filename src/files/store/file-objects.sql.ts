import { PUT_MS } from '../../common/outbound/object-store';

/** In seconds: after it, an object that no file names is not being stored any more. */
const PUT_SECONDS = (2 * PUT_MS) / 1_000;

/** By hand: the database's clock. `$1` workspace, `$2` file, `$3` key or null for any. */
export const TAKE_OVER_OBJECT = `
  UPDATE file_objects SET put_at = statement_timestamp()
  WHERE workspace_id = $1 AND file_id = $2 AND NOT deleting AND key = coalesce($3, (
    SELECT key FROM file_objects WHERE workspace_id = $1 AND file_id = $2 AND NOT deleting ORDER BY key LIMIT 1))
  RETURNING key`;

/** By hand: of all workspaces, also of those that are gone. `$1` workspace and `$2` key after which, `$3` limit. */
export const LIST_OBJECTS = `
  SELECT workspace_id AS "workspaceId", key FROM file_objects
  WHERE (workspace_id, key) > ($1::uuid, $2) ORDER BY workspace_id, key LIMIT $3`;

/**
 * By hand: files go in cascades, so their objects are found by what is missing. An object that a file takes over at this moment has just
 * got another `put_at`. `$1` workspaces, `$2` keys.
 */
export const MARK_ORPHANS = `
  UPDATE file_objects o SET deleting = true
  FROM unnest($1::uuid[], $2::text[]) AS found (workspace_id, key)
  WHERE o.workspace_id = found.workspace_id AND o.key = found.key AND (o.deleting OR (
    o.put_at < statement_timestamp() - make_interval(secs => ${PUT_SECONDS})
    AND NOT EXISTS (
      SELECT FROM files f WHERE f.workspace_id = o.workspace_id AND f.id = o.file_id AND f.object_key = o.key)))
  RETURNING o.workspace_id AS "workspaceId", o.key`;
