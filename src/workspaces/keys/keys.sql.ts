import { LookUp } from '../../common/database/look-up';
/** By hand: authentication is one prepared statement for each request with a key. `$1` hash of the secret. */
export const FIND_LIVE_KEY = new LookUp(
  `
  SELECT k.id, k.workspace_id AS "workspaceId", k.scopes, k.revoked_at IS NOT NULL AS revoked, w.plan_id AS "planId"
  FROM workspace_keys k JOIN workspaces w ON w.id = k.workspace_id WHERE k.secret_hash = $1`,
  ['bytea'],
);

/** By hand: TypeORM has no OFFSET in a delete. `$1` workspace, `$2` number of the latest revoked keys that stay. */
export const DELETE_REVOKED_BEYOND = `
  DELETE FROM workspace_keys WHERE workspace_id = $1 AND id IN (
    SELECT id FROM workspace_keys WHERE workspace_id = $1 AND revoked_at IS NOT NULL
    ORDER BY revoked_at DESC, id DESC OFFSET $2
  )`;
