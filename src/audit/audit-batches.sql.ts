import { LIST_WORKSPACES_WITH } from './workspaces-with.sql';

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

export const LIST_REMOVABLE_WORKSPACES = LIST_WORKSPACES_WITH('audit_batches', 'entries_removed_at IS NULL');
