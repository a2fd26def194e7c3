/** By hand: INSERT … SELECT. `$1` workspace, `$2` uploader, `$3` ids, `$4` ids of the copies, `$5` conversation, `$6` message, `$7` keepers. */
export const COPY_FILES = `
  INSERT INTO files (workspace_id, id, uploader_id, file_name, media_type, size_bytes, sha256, conversation_id, message_id, scan,
    work_due_at, bytes_of, position)
  SELECT $1, n.copy_id, $2, f.file_name, f.media_type, f.size_bytes, f.sha256, $5, $6, f.scan,
    CASE WHEN f.scan IN ('waiting', 'failed') THEN statement_timestamp() END, f.id, n.position
  FROM unnest($3::uuid[], $4::uuid[]) WITH ORDINALITY AS n (id, copy_id, position) JOIN files f ON f.workspace_id = $1 AND f.id = n.id
  WHERE f.uploader_id = ANY ($7) AND f.message_id IS NULL AND f.due_at IS NULL
  RETURNING bytes_of AS id, size_bytes::int AS "sizeBytes", scan`;

/** By hand: a saved reply takes files of one caller, and returns those that it got. `$1` workspace, `$2` uploader, `$3` ids, `$4` keeper. */
export const KEEP_FILES = `
  UPDATE files SET uploader_id = $4, due_at = NULL
  WHERE workspace_id = $1 AND uploader_id = $2 AND id = ANY ($3::uuid[]) AND sha256 IS NOT NULL
    AND message_id IS NULL AND due_at > statement_timestamp()
  RETURNING id, scan`;

/** By hand: the files of a saved reply follow the order of the ids. `$1` workspace, `$2` keeper, `$3` ids. */
export const ORDER_KEPT_FILES = `
  UPDATE files SET position = array_position($3::uuid[], id)
  WHERE workspace_id = $1 AND uploader_id = $2 AND id = ANY ($3::uuid[]) AND message_id IS NULL
    AND position <> array_position($3::uuid[], id)`;

/** By hand: a copy that is being scanned is taken from its worker. `$1` workspace, `$2` file. */
export const INFECT_COPIES = `
  UPDATE files SET scan = 'infected', work_due_at = NULL, is_held = false, fence = fence + 1
  WHERE workspace_id = $1 AND bytes_of = $2 AND scan <> 'infected'
  RETURNING id, workspace_id AS "workspaceId", conversation_id AS "conversationId", message_id AS "messageId"`;

/** By hand: a condition of `ExpiredRows`. Saved replies also go with the membership of their author. */
export const KEPT_BY_NOTHING = `
  message_id IS NULL AND due_at IS NULL AND NOT EXISTS (
    SELECT FROM saved_replies r WHERE r.workspace_id = files.workspace_id AND 'saved_reply:' || r.id = files.uploader_id)`;
