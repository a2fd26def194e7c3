import { SERVED_STATUSES } from './custom-domain.types';

/**
 * By hand: it runs with each request under a customer's host name and with each first handshake. The statuses are those
 * of the index. `$1` host name.
 */
export const FIND_SERVED_DOMAIN = `
  SELECT domain, workspace_id AS "workspaceId", agent_id AS "agentId" FROM custom_domains
  WHERE domain = $1 AND status IN (${SERVED_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/**
 * By hand: one statement, so that of two concurrent callers one succeeds. `$1` workspace, `$2` id, `$3` seconds between
 * two.
 */
export const ASK_FOR_CHECK = `
  WITH claimed AS (
    UPDATE custom_domains SET verify_asked_at = clock_timestamp()
    WHERE workspace_id = $1 AND id = $2
      AND (verify_asked_at IS NULL OR verify_asked_at <= clock_timestamp() - make_interval(secs => $3))
    RETURNING id
  ) SELECT id FROM claimed`;
