/** How long subscribers are left alone after a batch was announced. */
const QUIET = `interval '1 minute'`;

const RECENTLY_ANNOUNCED = (workspace: string): string => `
  SELECT FROM audit_batches said
  WHERE said.workspace_id = ${workspace} AND said.announced_at > statement_timestamp() - ${QUIET}`;

/** By hand: decides and marks in one statement. `$1` workspace, `$2` batch. */
export const ANNOUNCE = `
  UPDATE audit_batches SET announced_at = statement_timestamp()
  WHERE workspace_id = $1 AND number <= $2 AND announced_at IS NULL AND NOT EXISTS (${RECENTLY_ANNOUNCED('$1')})
  RETURNING number`;

/** By hand: of all workspaces; batches stay unannounced for a minute, so there are few. `$1` the most workspaces. */
export const LIST_UNANNOUNCED_WORKSPACES = `
  SELECT DISTINCT waiting.workspace_id AS "workspaceId" FROM audit_batches waiting
  WHERE waiting.announced_at IS NULL AND NOT EXISTS (${RECENTLY_ANNOUNCED('waiting.workspace_id')})
  LIMIT $1`;

/** By hand: jumps from workspace to workspace in the index. `$1` the workspace to go on after, null at the beginning, `$2` the most. */
export const LIST_REMOVABLE_WORKSPACES = `
  WITH RECURSIVE found AS (
    (SELECT workspace_id FROM audit_batches
     WHERE entries_removed_at IS NULL AND ($1::uuid IS NULL OR workspace_id > $1) ORDER BY workspace_id LIMIT 1)
    UNION ALL
    SELECT (SELECT b.workspace_id FROM audit_batches b
            WHERE b.entries_removed_at IS NULL AND b.workspace_id > f.workspace_id ORDER BY b.workspace_id LIMIT 1)
    FROM found f WHERE f.workspace_id IS NOT NULL
  )
  SELECT workspace_id AS "workspaceId" FROM found WHERE workspace_id IS NOT NULL LIMIT $2`;
