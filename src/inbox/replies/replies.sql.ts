import { CLAIM_ASSIGNMENTS, CLAIMED_DELIVERY, IS_ABANDONED, VISIBLE_RECIPIENTS } from './deliveries/deliveries.sql';
import { hasRow } from '../../common/jobs/has-row.sql';

/**
 * By hand: SKIP LOCKED takes the next due reply without waiting. It holds the conversation with the reply, so that an erasure waits
 * for the claim and not the other way round. Its event is written with it, since a claim is no transaction of its own. The revision that it returns is the one that is sent: an edit came before, or is
 * refused. It takes the deliveries to further recipients that are due, too. `$1` seconds of the lease, `$2` channel, `$3` workspace.
 */
export const CLAIM_REPLY = `
  WITH next AS (
    SELECT r.workspace_id, r.conversation_id, r.message_id, c.contact_id
    FROM replies r JOIN conversations c ON c.workspace_id = r.workspace_id AND c.id = r.conversation_id
    WHERE r.workspace_id = $3 AND r.channel = $2 AND r.status = 'queued' AND r.dispatch_after_at <= statement_timestamp()
      AND r.awaits_files_until IS NULL
    ORDER BY r.dispatch_after_at LIMIT 1 FOR NO KEY UPDATE OF r SKIP LOCKED FOR KEY SHARE OF c SKIP LOCKED
  ), claimed AS (
    UPDATE replies r SET status = 'sending', version = r.version + 1, fence = r.fence + 1, attempts = r.attempts + 1,
      lease_ends_at = clock_timestamp() + make_interval(secs => $1)
    FROM next
    WHERE r.workspace_id = next.workspace_id AND r.conversation_id = next.conversation_id
      AND r.message_id = next.message_id
    RETURNING r.*, next.contact_id
  ), copies AS (
    UPDATE deliveries d SET ${CLAIM_ASSIGNMENTS}
    FROM claimed r
    WHERE d.workspace_id = r.workspace_id AND d.conversation_id = r.conversation_id AND d.message_id = r.message_id
      AND d.status = 'queued' AND (d.dispatch_after_at IS NULL OR d.dispatch_after_at <= statement_timestamp())
    RETURNING d.*
  ), entries AS (
    INSERT INTO inbox_events (workspace_id, agent_id, conversation_id, type, message_id, event_id, subject_id, data, changed,
      previous, actor_kind)
    SELECT workspace_id, agent_id, conversation_id, 'message.updated', message_id, gen_random_uuid(), message_id,
      jsonb_build_object('agentId', agent_id, 'conversationId', conversation_id, 'contactId', contact_id,
        'messageId', message_id, 'channel', channel, 'lifecycleStatus', status, 'lifecycleVersion', version,
        'revisionCount', revision_count, 'failureClass', failure ->> 'class'),
      ARRAY['lifecycleStatus'], '{"lifecycleStatus": "queued"}', 'system'
    FROM claimed
  )
  SELECT workspace_id AS "workspaceId", conversation_id AS "conversationId", message_id AS "messageId", fence,
    revision_count AS revision, envelope, ${VISIBLE_RECIPIENTS} AS visible,
    (SELECT json_agg(${CLAIMED_DELIVERY} ORDER BY d.position) FROM copies d) AS deliveries
  FROM claimed r`;

/** How long a reply waits for its files. */
export const FILES_AWAITED_MS = 3_600_000;
/** By hand: for an insert of TypeORM. */
export const FILES_AWAITED_UNTIL = `clock_timestamp() + interval '${FILES_AWAITED_MS} milliseconds'`;

/** By hand: of all workspaces, which queries through the entity never read. */
export const FIND_AWAITING_TOO_LONG = `
  SELECT workspace_id AS "workspaceId", conversation_id AS "conversationId", message_id AS "messageId"
  FROM replies WHERE awaits_files_until < statement_timestamp() AND status = 'queued' ORDER BY awaits_files_until LIMIT 1`;

/** By hand: as above. */
export const FIND_ABANDONED_REPLY = `
  SELECT workspace_id AS "workspaceId", conversation_id AS "conversationId", message_id AS "messageId", fence
  FROM replies WHERE ${IS_ABANDONED} ORDER BY lease_ends_at LIMIT 1`;
export const IS_ANY_REPLY_ABANDONED = hasRow('replies', IS_ABANDONED, 'lease_ends_at');
