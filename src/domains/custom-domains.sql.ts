import { SERVED_STATUSES } from './custom-domain.types';

/**
 * By hand: SKIP LOCKED, so that processes check different domains without waiting for each other. `$1` seconds of the lease, `$2`
 * workspace.
 */
export const CLAIM_DOMAIN = `
  WITH next AS (
    SELECT workspace_id, id, lease_ends_at IS NOT NULL AS is_taken_over FROM custom_domains
    WHERE workspace_id = $2 AND due_at <= statement_timestamp() AND (lease_ends_at IS NULL OR lease_ends_at < statement_timestamp())
    ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE custom_domains d SET lease_ends_at = statement_timestamp() + make_interval(secs => $1)
    FROM next WHERE d.workspace_id = next.workspace_id AND d.id = next.id
    RETURNING d.*, next.is_taken_over
  ) SELECT workspace_id AS "workspaceId", id, domain, ownership_token AS "ownershipToken",
      is_taken_over AS "isTakenOver" FROM claimed`;

/**
 * By hand: asked with each request under a customer's host name and with each first handshake; the statuses are those of the
 * index. `$1` host name.
 */
export const FIND_SERVED_DOMAIN = `
  SELECT domain, workspace_id AS "workspaceId", agent_id AS "agentId" FROM custom_domains
  WHERE domain = $1 AND status IN (${SERVED_STATUSES.map((status) => `'${status}'`).join(', ')})`;

/**
 * By hand: one statement, so that of two callers at once one is let through. `$1` workspace, `$2` id, `$3` seconds between two.
 */
export const ASK_FOR_CHECK = `
  WITH asked AS (
    UPDATE custom_domains SET verify_asked_at = clock_timestamp()
    WHERE workspace_id = $1 AND id = $2
      AND (verify_asked_at IS NULL OR verify_asked_at <= clock_timestamp() - make_interval(secs => $3))
    RETURNING id
  ) SELECT id FROM asked`;
