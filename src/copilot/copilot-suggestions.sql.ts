import { Lease } from '../common/jobs/lease';

/** Longer than any model may take, so that it only ends when the process is gone. */
const LEASE = new Lease(90);

/**
 * By hand: a claim is new, or takes over the request of a process that died: what decides between them may not change in
 * between. `$1` workspace, `$2` id, `$3` conversation, `$4` member, `$5` action, `$6` request id, `$7` fingerprint.
 */
export const CLAIM_SUGGESTION = `
  INSERT INTO copilot_suggestions AS s
    (workspace_id, id, conversation_id, member_id, action, request_id, fingerprint, lease_ends_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, now() + ${LEASE.interval})
  ON CONFLICT (workspace_id, member_id, request_id) WHERE request_id IS NOT NULL DO UPDATE
    SET fence = s.fence + 1, lease_ends_at = excluded.lease_ends_at
    WHERE s.response IS NULL AND s.lease_ends_at < now() AND s.fingerprint = excluded.fingerprint
  RETURNING id, fence`;

/** Long enough for a member to come back to it; older ones are of no use, as the conversation has gone on. */
export const IS_FORGOTTEN_SUGGESTION = `created_at < now() - interval '30 days'`;
