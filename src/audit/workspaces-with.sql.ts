/**
 * By hand: jumps from workspace to workspace in an index of the rows that meet `condition`, which begins with a column, however many rows each has. `$1` the
 * workspace to go on after, null at the beginning, `$2` the most workspaces.
 */
export const LIST_WORKSPACES_WITH = (table: 'audit_batches' | 'audit_entries', condition: string): string => `
  WITH RECURSIVE found AS (
    (SELECT workspace_id FROM ${table}
     WHERE ${condition} AND ($1::uuid IS NULL OR workspace_id > $1) ORDER BY workspace_id LIMIT 1)
    UNION ALL
    SELECT (SELECT r.workspace_id FROM ${table} r
            WHERE r.${condition} AND r.workspace_id > f.workspace_id ORDER BY r.workspace_id LIMIT 1)
    FROM found f WHERE f.workspace_id IS NOT NULL
  )
  SELECT workspace_id AS "workspaceId" FROM found WHERE workspace_id IS NOT NULL LIMIT $2`;
