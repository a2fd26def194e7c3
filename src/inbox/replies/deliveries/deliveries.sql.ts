import { hasRow } from '../../../common/jobs/has-row.sql';

/** A claimed delivery `d` as JSON. */
export const CLAIMED_DELIVERY = `json_build_object('workspaceId', d.workspace_id, 'conversationId', d.conversation_id,
  'messageId', d.message_id, 'id', d.id, 'address', d.address, 'fence', d.fence::text)`;

/** What a claim changes of a delivery. `$1` seconds of the lease. */
export const CLAIM_ASSIGNMENTS = `status = 'sending', fence = d.fence + 1, attempts = d.attempts + 1, dispatch_after_at = NULL,
      lease_ends_at = clock_timestamp() + make_interval(secs => $1)`;

/** The further recipients of reply `r` that headers name, in their order. Null: there are none. */
export const VISIBLE_RECIPIENTS = `(
    SELECT json_agg(json_build_object('kind', v.kind, 'address', v.address) ORDER BY v.position) FROM deliveries v
    WHERE v.workspace_id = r.workspace_id AND v.conversation_id = r.conversation_id AND v.message_id = r.message_id
      AND v.kind <> 'bcc')`;

/**
 * By hand: takes all deliveries of one reply that are due, without waiting. It holds the conversation with them, so that an erasure
 * or an edit waits for the claim and not the other way round, and the reply, so that the revision is the newest. `$1` seconds of the
 * lease, `$2` workspace.
 */
export const CLAIM_DELIVERIES = `
  WITH next AS (
    SELECT d.workspace_id, d.conversation_id, d.message_id, r.revision_count, r.envelope
    FROM deliveries d
    JOIN conversations c ON c.workspace_id = d.workspace_id AND c.id = d.conversation_id
    JOIN replies r ON r.workspace_id = d.workspace_id AND r.conversation_id = d.conversation_id AND r.message_id = d.message_id
    WHERE d.workspace_id = $2 AND d.status = 'queued' AND d.dispatch_after_at IS NOT NULL
      AND d.dispatch_after_at <= statement_timestamp()
    ORDER BY d.dispatch_after_at LIMIT 1
    FOR NO KEY UPDATE OF d SKIP LOCKED FOR KEY SHARE OF c SKIP LOCKED FOR SHARE OF r SKIP LOCKED
  ), claimed AS (
    UPDATE deliveries d SET ${CLAIM_ASSIGNMENTS}
    FROM next
    WHERE d.workspace_id = next.workspace_id AND d.conversation_id = next.conversation_id
      AND d.message_id = next.message_id AND d.status = 'queued' AND d.dispatch_after_at <= statement_timestamp()
    RETURNING d.*
  )
  SELECT r.workspace_id AS "workspaceId", r.conversation_id AS "conversationId", r.message_id AS "messageId",
    r.revision_count AS revision, r.envelope, ${VISIBLE_RECIPIENTS} AS visible,
    (SELECT json_agg(${CLAIMED_DELIVERY} ORDER BY d.position) FROM claimed d) AS deliveries
  FROM next r`;

/**
 * By hand: several rows with a fence each. Renews the leases of deliveries that are still held. `$1` seconds, `$2` workspace,
 * `$3` conversation, `$4` message, `$5` ids, `$6` their fences.
 */
export const RENEW_DELIVERIES = `
  UPDATE deliveries d SET lease_ends_at = clock_timestamp() + make_interval(secs => $1)
  FROM unnest($5::uuid[], $6::bigint[]) AS held (id, fence)
  WHERE d.workspace_id = $2 AND d.conversation_id = $3 AND d.message_id = $4 AND d.id = held.id AND d.fence = held.fence
    AND d.status = 'sending' AND d.lease_ends_at > clock_timestamp()`;

/**
 * By hand: as above. Gives deliveries back that were not begun. `$1` workspace, `$2` conversation, `$3` message, `$4` ids, `$5` their
 * fences.
 */
export const RELEASE_DELIVERIES = `
  UPDATE deliveries d SET status = 'queued', attempts = d.attempts - 1, lease_ends_at = NULL,
    dispatch_after_at = clock_timestamp()
  FROM unnest($4::uuid[], $5::bigint[]) AS held (id, fence)
  WHERE d.workspace_id = $1 AND d.conversation_id = $2 AND d.message_id = $3 AND d.id = held.id AND d.fence = held.fence
    AND d.status = 'sending' AND d.handing_over_at IS NULL`;

/** Of a delivery, and of a reply: its process has died. */
export const IS_ABANDONED = `status = 'sending' AND lease_ends_at < statement_timestamp()`;
/** By hand: of all workspaces, which queries through the entity never read. */
export const FIND_ABANDONED_DELIVERY = `
  SELECT workspace_id AS "workspaceId", conversation_id AS "conversationId", message_id AS "messageId"
  FROM deliveries WHERE ${IS_ABANDONED} ORDER BY lease_ends_at LIMIT 1`;
export const IS_ANY_DELIVERY_ABANDONED = hasRow('deliveries', IS_ABANDONED, 'lease_ends_at');

/**
 * By hand: a field of JSON. Conversations with others than the customer have no contact who would be erased with them, and members
 * write to others in those with a customer, so the first recipients of messages are forgotten here. The copies of a message that is not
 * sent any more are undone with it. `$1` workspace, `$2` addresses, `$3` conversations in which they take part.
 */
export const FORGET_FIRST_RECIPIENTS = `
  WITH forgotten AS (
    UPDATE replies r SET envelope = jsonb_set(r.envelope, '{recipient}', '""'), version = r.version + 1,
      status = CASE WHEN r.status = 'queued' THEN 'undone' ELSE r.status END
    FROM conversations c
    WHERE c.workspace_id = $1 AND (c.parent_conversation_id IS NOT NULL OR c.id = ANY ($3::uuid[])) AND r.workspace_id = $1
      AND r.conversation_id = c.id AND r.envelope ->> 'recipient' = ANY ($2::text[])
    RETURNING r.workspace_id, r.conversation_id, r.message_id, r.status
  )
  UPDATE deliveries d SET status = 'undone', dispatch_after_at = NULL
  FROM forgotten r
  WHERE d.workspace_id = $1 AND d.workspace_id = r.workspace_id AND d.conversation_id = r.conversation_id
    AND d.message_id = r.message_id AND r.status = 'undone' AND d.status = 'queued'`;
