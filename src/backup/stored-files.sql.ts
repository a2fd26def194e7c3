/** By hand: the catalog. */
export const EXISTS_FILE_OBJECTS = `SELECT to_regclass('file_objects') IS NOT NULL AS "exists"`;

/**
 * By hand: the command runs outside of the files feature. `$1` workspace or null for all, `$2` workspace and `$3` file after which, or
 * nulls, `$4` limit.
 */
export const LIST_STORED_FILES = `
  SELECT f.workspace_id AS "workspaceId", f.id, f.object_key AS "objectKey", f.size_bytes::double precision AS "sizeBytes", ARRAY(
    SELECT p.start_at::double precision FROM file_pieces p WHERE p.workspace_id = f.workspace_id AND p.file_id = f.id
  ) AS kept
  FROM files f
  WHERE f.object_key IS NOT NULL AND ($1::uuid IS NULL OR f.workspace_id = $1)
    AND ($2::uuid IS NULL OR (f.workspace_id, f.id) > ($2, $3::uuid))
  ORDER BY f.workspace_id, f.id LIMIT $4`;
