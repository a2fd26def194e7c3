import { NEW_ID_SQL } from '../../common/database/uuid';
import { chosenChannels } from './chosen-channels';

/** Largest number of recipients of one event. */
const MOST_RECIPIENTS = 20_000;

/**
 * By hand: one statement in the transaction of the event, for any number of members. `$1` events as JSON, `$2` default
 * preferences as JSON. A new conversation notifies all members who see it. A reply that did not arrive notifies its
 * author and the assignee of the conversation. Other events notify the assignee, or all members if there is no
 * assignee. Members whose preferences exclude the event get no row. The preferences are checked again when the
 * notification is sent.
 */
export const INSERT_NOTIFICATIONS = `
  WITH happened AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1) AS h ("workspaceId" uuid, "agentId" uuid, "conversationId" uuid, event text, cause text,
      "messageId" uuid, "supportRequestId" uuid, "clockId" uuid, milestone text, "memberId" uuid, "actorMemberId" uuid)
  ), to_members AS (
    SELECT h.*, m.id AS recipient, m.id AS member, wanted.channel
    FROM happened h
    JOIN conversations c ON c.workspace_id = h."workspaceId" AND c.id = h."conversationId"
    LEFT JOIN messages s ON h.event = 'replyUndelivered'
      AND s.workspace_id = h."workspaceId" AND s.conversation_id = h."conversationId" AND s.id = h."messageId"
    LEFT JOIN support_requests r ON r.workspace_id = h."workspaceId" AND r.id = h."supportRequestId"
    JOIN members m ON m.workspace_id = h."workspaceId"
      AND (m.restricted_agent_ids IS NULL OR h."agentId" = ANY (m.restricted_agent_ids))
      AND m.id IS DISTINCT FROM h."actorMemberId"
      AND m.id = CASE h.event
        WHEN 'newConversation' THEN m.id
        WHEN 'assigned' THEN h."memberId"
        WHEN 'replyUndelivered' THEN CASE WHEN m.id IN (s.author_member_id, c.assignee_member_id) THEN m.id END
        ELSE coalesce(r.assignee_member_id, c.assignee_member_id, m.id)
      END
    LEFT JOIN account_preferences p ON p.account_id = m.account_id
    LEFT JOIN notification_settings t ON t.workspace_id = m.workspace_id AND t.account_id = m.account_id
    CROSS JOIN LATERAL unnest(CASE
      WHEN p.account_id IS NULL THEN ARRAY(SELECT json_array_elements_text($2::json -> h.event))
      ELSE ${chosenChannels('h')}
    END) AS wanted (channel)
    WHERE NOT coalesce(t.muted OR h."agentId" = ANY (t.muted_agent_ids), false)
      AND (wanted.channel <> 'email' OR NOT EXISTS (
        SELECT FROM notification_opt_outs o
        WHERE o.workspace_id = m.workspace_id AND o.member_id = m.id AND o.event = h.event
      ))
    LIMIT ${MOST_RECIPIENTS}
  ), to_agents AS (
    SELECT h.*, a.id AS recipient, NULL::uuid AS member, 'email' AS channel
    FROM happened h JOIN agents a ON a.workspace_id = h."workspaceId" AND a.id = h."agentId"
    WHERE h.event = 'newConversation' AND a.notify_config ->> 'email' IS NOT NULL
      AND a.notify_config ->> 'onNewConversation' = 'true'
  )
  INSERT INTO member_notifications (workspace_id, id, event, cause, channel, recipient_id, member_id, agent_id,
    conversation_id, message_id, support_request_id, clock_id, milestone)
  SELECT "workspaceId", ${NEW_ID_SQL}, event, cause, channel, recipient, member, "agentId",
    "conversationId", "messageId", "supportRequestId", "clockId", milestone
  FROM (SELECT * FROM to_members UNION ALL SELECT * FROM to_agents) recipients
  ON CONFLICT ON CONSTRAINT member_notifications_once DO NOTHING`;
