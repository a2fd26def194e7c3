/** Of an agent `a`: whether it takes messages. */
export const AGENT_ANSWERS = `(a.status = 'active' AND a.deletion_scheduled_at IS NULL)`;

/**
 * By hand: prepared, as every page with a conversation asks it. `$1` workspace, `$2` conversations. How much of each is
 * unread.
 */
export const COUNT_UNREAD = `
  SELECT v.conversation_id AS "conversationId", (
    SELECT count(*) FROM visitor_messages m
    WHERE m.workspace_id = v.workspace_id AND m.conversation_id = v.conversation_id AND m.seq > v.read_seq AND NOT m.from_visitor
  )::int AS unread
  FROM visitor_conversations v WHERE v.workspace_id = $1 AND v.conversation_id = ANY ($2::uuid[])`;

/** By hand: only ever forward. `$1` workspace, `$2` conversation, `$3` message. No row where it is none that is shown. */
export const MARK_READ = `
  UPDATE visitor_conversations v SET read_seq = greatest(v.read_seq, m.seq)
  FROM visitor_messages m
  WHERE v.workspace_id = $1 AND v.conversation_id = $2
    AND m.workspace_id = v.workspace_id AND m.conversation_id = v.conversation_id AND m.message_id = $3
  RETURNING v.read_seq`;

/**
 * By hand: places of messages that were there before a visitor could see them, in one statement. `$1` workspace,
 * `$2` conversation, `$3` messages in their order, `$4` which of them are the visitor's.
 */
export const INSERT_PLACES = `
  WITH places AS (
    INSERT INTO visitor_messages (workspace_id, conversation_id, message_id, seq, changed_seq, from_visitor)
    SELECT $1, $2, id, place, place, own FROM unnest($3::uuid[], $4::boolean[]) WITH ORDINALITY AS earlier (id, own, place)
    RETURNING seq
  )
  UPDATE visitor_conversations SET last_seq = (SELECT coalesce(max(seq), 0) FROM places)
  WHERE workspace_id = $1 AND conversation_id = $2`;

/**
 * By hand: one statement, under the lock that gives the places. A message that visitors do not see has no place, and gets none.
 * `$1` workspace, `$2` conversation, `$3` message.
 */
export const CHANGE_MESSAGE = `
  WITH place AS (
    UPDATE visitor_conversations v SET last_seq = last_seq + 1
    WHERE v.workspace_id = $1 AND v.conversation_id = $2 AND EXISTS (
      SELECT FROM visitor_messages m
      WHERE m.workspace_id = v.workspace_id AND m.conversation_id = v.conversation_id AND m.message_id = $3)
    RETURNING last_seq
  )
  UPDATE visitor_messages m SET changed_seq = place.last_seq FROM place
  WHERE m.workspace_id = $1 AND m.conversation_id = $2 AND m.message_id = $3`;

/**
 * By hand: everything past a place, each message where it came and where it was last changed. `$1` workspace,
 * `$2` conversation, `$3` place, `$4` how many at most.
 */
export const LIST_CHANGES = `
  SELECT seq::float8 AS at, message_id AS "messageId", true AS "isNew" FROM visitor_messages
  WHERE workspace_id = $1 AND conversation_id = $2 AND seq > $3
  UNION ALL
  SELECT changed_seq::float8, message_id, false FROM visitor_messages
  WHERE workspace_id = $1 AND conversation_id = $2 AND changed_seq > $3 AND changed_seq > seq
  ORDER BY at LIMIT $4`;

/**
 * By hand: the conversations of all streams of a process at once, by their keys, with what ends those. `$1` workspaces,
 * `$2` conversations.
 */
export const LIST_POSITIONS = `
  SELECT v.conversation_id AS "conversationId", v.last_seq::float8 AS "lastSeq", v.read_seq::float8 AS "readSeq",
    ${AGENT_ANSWERS} AS "agentAnswers", a.chat_page_blocked_at IS NOT NULL AS "isPageBlocked"
  FROM unnest($1::uuid[], $2::uuid[]) AS open (workspace_id, id)
  JOIN visitor_conversations v ON v.workspace_id = open.workspace_id AND v.conversation_id = open.id
  JOIN agents a ON a.workspace_id = v.workspace_id AND a.id = v.agent_id`;
