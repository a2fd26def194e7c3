/**
 * By hand: SKIP LOCKED takes the conversation whose visitor has not seen for the longest the messages of people, without waiting for a lock.
 * It is not due again until people write more. `$1` how long they had the time to see it, in seconds, `$2`
 * workspace.
 */
export const CLAIM_UNSEEN = `
  WITH next AS (
    SELECT workspace_id, conversation_id FROM visitor_conversations
    WHERE workspace_id = $2 AND unseen_since <= statement_timestamp() - make_interval(secs => $1) AND email IS NOT NULL
    ORDER BY unseen_since LIMIT 1 FOR UPDATE SKIP LOCKED
  )
  UPDATE visitor_conversations v SET unseen_since = NULL FROM next
  WHERE v.workspace_id = next.workspace_id AND v.conversation_id = next.conversation_id
  RETURNING v.workspace_id AS "workspaceId", v.conversation_id AS "conversationId", v.agent_id AS "agentId", v.email, v.locale,
    greatest(v.read_seq, v.mailed_seq)::float8 AS "seenSeq", v.mail_count AS "mailCount"`;

/**
 * By hand: passes over the messages of the visitor and the agent, however many. `$1` workspace, `$2` conversation, `$3` place
 * up to which it was seen, `$4` how many at most.
 */
export const LIST_UNSEEN = `
  SELECT v.message_id AS "messageId", v.seq::float8 AS seq, m.content
  FROM visitor_messages v
  JOIN messages m ON m.workspace_id = v.workspace_id AND m.conversation_id = v.conversation_id AND m.id = v.message_id
  WHERE v.workspace_id = $1 AND v.conversation_id = $2 AND v.seq > $3 AND NOT v.from_visitor
    AND m.role = 'human' AND m.channel = 'widget' AND m.sent_at IS NOT NULL
  ORDER BY v.seq LIMIT $4`;
