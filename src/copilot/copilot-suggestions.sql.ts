import { REQUEST_LEASE } from '../common/idempotency/once-by-request-id';

/**
 * By hand: a claim is new, or takes over the request of a process that died: what decides between them may not change in
 * between. `$1` workspace, `$2` id, `$3` conversation, `$4` member, `$5` action, `$6` request id, `$7` fingerprint.
 */
export const CLAIM_SUGGESTION = `
  INSERT INTO copilot_suggestions AS s
    (workspace_id, id, conversation_id, member_id, action, request_id, fingerprint, lease_ends_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, now() + ${REQUEST_LEASE.interval})
  ON CONFLICT (workspace_id, member_id, request_id) WHERE request_id IS NOT NULL DO UPDATE
    SET fence = s.fence + 1, lease_ends_at = excluded.lease_ends_at
    WHERE s.response IS NULL AND s.lease_ends_at < now() AND s.fingerprint = excluded.fingerprint
  RETURNING id, fence`;

/** By hand: a time of the database's clock. `$1` workspace, `$2` member, `$3` request id. */
export const FIND_SUGGESTION_BY_REQUEST = `
  SELECT fingerprint, response, extract(epoch FROM lease_ends_at - now())::float8 AS "leaseSeconds"
  FROM copilot_suggestions WHERE workspace_id = $1 AND member_id = $2 AND request_id = $3`;

/** By hand: the same. `$1` workspace, `$2` id, `$3` fence. */
export const RENEW_SUGGESTION = `
  UPDATE copilot_suggestions SET lease_ends_at = now() + ${REQUEST_LEASE.interval}
  WHERE workspace_id = $1 AND id = $2 AND fence = $3 AND response IS NULL AND lease_ends_at > now()`;

/** Long enough for a member to come back to it; older ones are of no use, as the conversation has gone on. */
export const IS_FORGOTTEN_SUGGESTION = `created_at < now() - interval '30 days'`;
