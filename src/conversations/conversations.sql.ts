import { NIL } from 'uuid';
import { IS_BLOCKED, IS_OLD, IS_OVER } from './conversation-queries.sql';

/**
 * By hand: prepared, because the turn that begins a conversation waits for it. Agents answer in the widget only, so a conversation by
 * email is with people. `$1` workspace, `$2` id, `$3` agent, `$4` contact or null, `$5` channel, `$6` subject or null, `$7` the
 * conversation that it continues or null, `$8` whether it begins closed, `$9` the conversation that it is about or null, `$10` its
 * assignee or null.
 */
export const INSERT_CONVERSATION = `
  INSERT INTO conversations (workspace_id, id, agent_id, contact_id, channel, subject, previous_conversation_id,
    parent_conversation_id, assignee_member_id, handler, status, closed_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $9, $10, CASE WHEN $5 = 'email' THEN 'human' ELSE 'agent' END,
    CASE WHEN $8 THEN 'closed' ELSE 'open' END, CASE WHEN $8 THEN now() END)`;

/**
 * The new value of unanswered_since of a row of conversations that gets this status and handler, as SQL: now, if only then it needs
 * an answer of people.
 */
export const unansweredSince = (status: string, handler: string): string => `
  CASE WHEN ${status} = 'open' AND ${handler} = 'human' AND NOT (status = 'open' AND handler = 'human')
    THEN now() ELSE unanswered_since END`;

/** By hand: prepared, because each turn of a conversation waits for it. `$1` workspace, `$2` conversation. */
export const LOCK_CONVERSATION = `
  SELECT workspace_id AS "workspaceId", id, agent_id AS "agentId", contact_id AS "contactId", status, handler,
    consecutive_no_answers AS "consecutiveNoAnswers", ${IS_OVER} AS "isOver", ${IS_BLOCKED} AS "isBlocked",
    parent_conversation_id AS "parentConversationId"
  FROM conversations WHERE workspace_id = $1 AND id = $2 FOR UPDATE`;

/** By hand: rechecks the age after the lock; in the order in which all locks of conversations are taken. `$3` ids. */
export const LOCK_OLD = `SELECT id FROM conversations WHERE ${IS_OLD} AND id = ANY ($3::uuid[]) ORDER BY id FOR UPDATE`;

/**
 * By hand: one statement also reopens a closed conversation that has a live request again. `$1` workspace,
 * `$2` conversation, `$3` how many more are live.
 */
export const ADD_LIVE_REQUESTS = `
  UPDATE conversations c SET live_support_request_count = c.live_support_request_count + $3::integer, updated_at = now(),
    version = c.version + CASE WHEN $3 > 0 AND c.status = 'closed' THEN 1 ELSE 0 END,
    status = CASE WHEN $3 > 0 AND c.status = 'closed' THEN 'open' ELSE c.status END,
    closed_at = CASE WHEN $3 > 0 THEN NULL ELSE c.closed_at END,
    unanswered_since = CASE WHEN $3 > 0 AND c.status = 'closed' THEN now() ELSE c.unanswered_since END
  FROM conversations before
  WHERE c.workspace_id = $1 AND c.id = $2 AND before.workspace_id = $1 AND before.id = $2
  RETURNING c.live_support_request_count AS live, c.agent_id AS "agentId", $3 > 0 AND before.status = 'closed' AS "isReopened"`;

/**
 * By hand: one prepared statement, because each turn waits for it. `$1` workspace, `$2` conversation,
 * `$3` messages as JSON, `$4` questions in a row without an answer, `$5` whether it is handed over, `$6` contact or null,
 * `$7` whether the customer is blocked.
 */
export const APPEND_MESSAGES = `
  WITH touched AS (
    UPDATE conversations SET
      last_message_at = CASE WHEN $7 THEN last_message_at ELSE now() END, updated_at = now(),
      version = version + CASE WHEN $7 THEN 0 ELSE 1 END,
      status = CASE WHEN $7 THEN status ELSE 'open' END, closed_at = CASE WHEN $7 THEN closed_at END,
      consecutive_no_answers = $4,
      contact_id = coalesce(contact_id, $6),
      handler = CASE WHEN $5 THEN 'human' ELSE handler END,
      unanswered_since = ${unansweredSince("(CASE WHEN $7 THEN status ELSE 'open' END)", "(CASE WHEN $5 THEN 'human' ELSE handler END)")}
    WHERE workspace_id = $1 AND id = $2
  )
  INSERT INTO messages (workspace_id, conversation_id, id, turn_id, role, channel, content, from_blocked, outcome, citations)
  SELECT $1, $2, next_item_id($1, $2, place::integer - 1), turn_id, role, 'widget', content, $7 AND role = 'customer', outcome, citations
  FROM ROWS FROM (json_to_recordset($3) AS ("turnId" uuid, role text, content text, outcome text, citations jsonb)) WITH ORDINALITY
    AS m (turn_id, role, content, outcome, citations, place)
  ORDER BY place
  RETURNING id, created_at AS "createdAt"`;

/** By hand: a function of the database, whose clock all processes share. `$1` workspace, `$2` conversation. */
export const NEXT_ITEM_ID = 'SELECT next_item_id($1, $2, 0) AS id';

/**
 * By hand: columns that the entity does not have. `$1` workspace, `$2` conversation, `$3` role, `$4` content,
 * `$5` sender as JSON or null, `$6` automatic, `$7` quoted from, `$8` written at, `$9` whether its sender is blocked,
 * `$10` the member who forwarded it, or null.
 */
export const APPEND_MAIL_MESSAGE = `
  INSERT INTO messages (workspace_id, conversation_id, id, role, channel, content, sender, automatic, quoted_from, written_at,
    from_blocked, forwarded_by_member_id)
  VALUES ($1, $2, next_item_id($1, $2, 0), $3, 'email', $4, $5, $6, $7, $8, $9, $10)
  RETURNING id`;

/**
 * By hand: the customer's first message after a reply decides, which is the next to be answered; messages of blocked customers do
 * not count. Whether there is none. `$1` workspace, `$2` conversation, `$3` message of the reply.
 */
export const MARK_ANSWERED = `
  UPDATE conversations SET status = CASE WHEN later.at IS NULL THEN 'waiting' ELSE 'open' END,
    unanswered_since = coalesce(later.at, unanswered_since),
    version = version + CASE WHEN later.at IS NULL THEN 1 ELSE 0 END,
    updated_at = CASE WHEN later.at IS NULL THEN now() ELSE updated_at END
  FROM (
    SELECT min(created_at) AS at FROM messages
    WHERE workspace_id = $1 AND conversation_id = $2 AND id > $3 AND role = 'customer' AND NOT from_blocked
  ) later
  WHERE workspace_id = $1 AND id = $2 AND status = 'open'
  RETURNING later.at IS NULL AS "isAnswered"`;

/** By hand: at most as many as fit. `$1` workspace, `$2` conversation, `$3` participants as JSON, `$4` limit of a conversation. */
export const ADD_PARTICIPANTS = `
  INSERT INTO conversation_participants (workspace_id, conversation_id, address, name)
  SELECT $1, $2, p.address, p.name FROM json_to_recordset($3) AS p (address text, name text)
  LIMIT greatest(0, $4 - (SELECT count(*) FROM conversation_participants WHERE workspace_id = $1 AND conversation_id = $2))
  ON CONFLICT DO NOTHING`;

/** Conversations of a member who no longer sees their agent. `$1` workspace, `$2` member, `$3` agents that they still see. */
const LOST = `workspace_id = $1 AND assignee_member_id = $2 AND agent_id <> ALL ($3::uuid[])`;

/** The same, and the conversations `$4`. */
const LOST_OR_NAMED = `FROM conversations WHERE workspace_id = $1 AND (${LOST} OR id = ANY ($4::uuid[]))`;

/** By hand: an expression of two conditions. */
export const LIST_AGENTS_OF_LOST = `SELECT DISTINCT agent_id AS "agentId" ${LOST_OR_NAMED}`;

/** By hand: returns no rows, in the order in which all locks of conversations are taken. */
export const LOCK_LOST = `SELECT ${LOST_OR_NAMED} ORDER BY id FOR NO KEY UPDATE`;

/** Conversations that one statement unassigns, at most. */
const UNASSIGNED_AT_ONCE = 1_000;

/** By hand: in the order in which all locks of conversations are taken. */
export const UNASSIGN_SOME = `
  WITH lost AS (
    SELECT id FROM conversations WHERE ${LOST}
    ORDER BY id LIMIT ${UNASSIGNED_AT_ONCE} FOR NO KEY UPDATE
  )
  UPDATE conversations c SET assignee_member_id = NULL, version = c.version + 1, updated_at = now()
  FROM lost WHERE c.workspace_id = $1 AND c.id = lost.id
  RETURNING c.agent_id AS "agentId", c.id`;

/** The customer's first message after the last one that they were shown: of row `c` of conversations. Null: there is none. */
const FIRST_UNANSWERED = `(
  SELECT m.created_at FROM messages m
  WHERE m.workspace_id = c.workspace_id AND m.conversation_id = c.id AND m.role = 'customer' AND NOT m.automatic
    AND NOT m.from_blocked AND m.id > coalesce((
      SELECT s.id FROM messages s
      WHERE s.workspace_id = c.workspace_id AND s.conversation_id = c.id AND s.role IN ('agent', 'human') AND s.sent_at IS NOT NULL
      ORDER BY s.id DESC LIMIT 1
    ), '${NIL}')
  ORDER BY m.id LIMIT 1
)`;

/** By hand: the status before, of a row that the caller has locked. `$1` workspace, `$2` conversation. */
export const OPEN_UNANSWERED = `
  UPDATE conversations c SET status = 'open', closed_at = NULL, version = c.version + 1, updated_at = now(),
    unanswered_since = coalesce(${FIRST_UNANSWERED}, now())
  FROM conversations before
  WHERE c.workspace_id = $1 AND c.id = $2 AND before.workspace_id = $1 AND before.id = $2 AND before.status <> 'open'
  RETURNING before.status, c.parent_conversation_id AS "parentConversationId"`;

/** The conversations of a contact, and those about them. `$1` workspace, `$2` contact. */
const OF_CONTACT = `FROM conversations WHERE workspace_id = $1 AND (contact_id = $2 OR parent_conversation_id IN (
    SELECT c.id FROM conversations c WHERE c.workspace_id = $1 AND c.contact_id = $2))`;

/** By hand: one statement with a subquery. */
export const LIST_IDS_OF_CONTACT = `SELECT id ${OF_CONTACT}`;

/** By hand: as above, in the order in which all locks of conversations are taken. */
export const LOCK_OF_CONTACT = `SELECT id ${OF_CONTACT} ORDER BY id FOR UPDATE`;

/** By hand: one condition of two. The conversations and those about them. `$1` workspace, `$2` conversations. */
export const LIST_WITH_SIDES = `
  SELECT id FROM conversations
  WHERE workspace_id = $1 AND (id = ANY ($2::uuid[]) OR parent_conversation_id = ANY ($2::uuid[]))`;

/** By hand: a table without an entity. `$1` workspace, `$2` addresses. */
export const DELETE_PARTICIPANTS = `
  DELETE FROM conversation_participants WHERE workspace_id = $1 AND address = ANY ($2::text[])`;

/**
 * By hand: one statement, because it counts by agent the rows that it deletes. `$1` workspace, `$2` conversations.
 */
export const DELETE_CONVERSATIONS = `
  WITH deleted AS (
    DELETE FROM messages WHERE workspace_id = $1 AND conversation_id = ANY ($2::uuid[]) RETURNING conversation_id
  ), counted AS (
    SELECT conversation_id AS id, count(*) AS messages FROM deleted GROUP BY conversation_id
  ), gone AS (
    DELETE FROM conversations WHERE workspace_id = $1 AND id = ANY ($2::uuid[])
    RETURNING id, agent_id
  )
  SELECT agent_id AS "agentId", count(*)::int AS conversations, coalesce(sum(messages), 0)::int AS messages,
    array_agg(id ORDER BY id) AS ids
  FROM gone LEFT JOIN counted USING (id) GROUP BY agent_id ORDER BY agent_id`;
