import { instant } from '../common/database/instant.sql';

/** How long after its closing a conversation goes on when its customer writes again. */
const REOPENED_FOR = '7 days';

/** Of a row of conversations: whoever writes in it begins anew. */
export const IS_OVER = `(status = 'closed' AND closed_at <= now() - interval '${REOPENED_FOR}')`;

/** The labels of conversation `c` by name: those of its own workspace. */
const LABELS = `
  SELECT coalesce(json_agg(json_build_object('id', l.id, 'workspaceId', l.workspace_id, 'name', l.name, 'color', l.color,
    'createdAt', ${instant('l.created_at')}) ORDER BY l.name_key), '[]')
  FROM conversation_labels cl JOIN labels l ON l.workspace_id = cl.workspace_id AND l.id = cl.label_id
  WHERE cl.workspace_id = c.workspace_id AND cl.conversation_id = c.id`;

/**
 * A conversation `c` as it is answered, one column for each field: PostgreSQL makes the JSON, so that lists and live events
 * cost no mapping here.
 */
export const CONVERSATION_FIELDS = `
  c.id, c.workspace_id AS "workspaceId", c.agent_id AS "agentId", c.contact_id AS "contactId", c.channel, c.subject,
  c.status, c.handler, c.assignee_member_id AS "assigneeMemberId", (${LABELS}) AS labels,
  ${instant('c.last_message_at')} AS "lastMessageAt", c.live_support_request_count AS "liveSupportRequestCount",
  ${instant('c.closed_at')} AS "closedAt", c.version, ${instant('c.created_at')} AS "createdAt",
  ${instant('c.updated_at')} AS "updatedAt"`;

/**
 * By hand: the answer as PostgreSQL makes it. `$1` workspace, `$2` agents of the reader or null, `$3` conversation. No row
 * where the reader does not see it.
 */
export const FIND_CONVERSATION = `
  SELECT row_to_json(r) AS conversation FROM (
    SELECT ${CONVERSATION_FIELDS} FROM conversations c
    WHERE c.workspace_id = $1 AND c.id = $3 AND ($2::uuid[] IS NULL OR c.agent_id = ANY ($2))
  ) r`;

/**
 * By hand: one statement and prepared, as every turn in a conversation that goes on waits for it. `$1` workspace,
 * `$2` conversation, `$3` agent, `$4` how many messages.
 */
export const FIND_CONVERSATION_STATE = `
  SELECT c.id, c.handler, c.consecutive_no_answers AS "consecutiveNoAnswers", coalesce((
    SELECT json_agg(json_build_object('role', m.role, 'content', m.content) ORDER BY m.id)
    FROM (SELECT id, role, content FROM messages
          WHERE workspace_id = c.workspace_id AND conversation_id = c.id AND sent_at IS NOT NULL
          ORDER BY id DESC LIMIT $4) m
  ), '[]') AS recent
  FROM conversations c WHERE c.workspace_id = $1 AND c.id = $2 AND c.agent_id = $3`;

/**
 * By hand: prepared, as it is read with every contact profile, and answered as it is. `$1` workspace, `$2` contact,
 * `$3` agents or null, `$4` how many.
 */
export const LIST_CONVERSATIONS_OF_CONTACT = `
  SELECT id, agent_id AS "agentId", channel, status, subject, ${instant('last_message_at')} AS "lastMessageAt",
    ${instant('created_at')} AS "createdAt"
  FROM conversations
  WHERE workspace_id = $1 AND contact_id = $2 AND ($3::uuid[] IS NULL OR agent_id = ANY ($3))
  ORDER BY id DESC LIMIT $4`;

/**
 * By hand: prepared and with its event, as every turn that opens a conversation waits for it. `$1` to `$5` the columns in
 * their order.
 */
export const INSERT_CONVERSATION = `
  WITH opened AS (
    INSERT INTO conversations (workspace_id, id, agent_id, subject, contact_id) VALUES ($1, $2, $3, $4, $5)
    RETURNING workspace_id, agent_id, id
  )
  INSERT INTO inbox_events (workspace_id, agent_id, conversation_id, type)
  SELECT workspace_id, agent_id, id, 'conversation.created' FROM opened`;

/** By hand: prepared, as every turn in a conversation that goes on waits for it. `$1` workspace, `$2` conversation. */
export const LOCK_CONVERSATION = `
  SELECT handler, consecutive_no_answers AS "consecutiveNoAnswers", ${IS_OVER} AS "isOver", coalesce((
    SELECT blocked FROM contacts
    WHERE contacts.workspace_id = conversations.workspace_id AND contacts.id = conversations.contact_id
  ), false) AS "isBlocked"
  FROM conversations WHERE workspace_id = $1 AND id = $2 FOR UPDATE`;

/**
 * By hand: what is closed, and has something to do again, is open in the same statement. `$1` workspace, `$2` conversation,
 * `$3` how many more are live.
 */
export const ADD_LIVE_REQUESTS = `
  UPDATE conversations SET live_support_request_count = live_support_request_count + $3::integer, updated_at = now(),
    version = version + CASE WHEN $3 > 0 AND status = 'closed' THEN 1 ELSE 0 END,
    status = CASE WHEN $3 > 0 AND status = 'closed' THEN 'open' ELSE status END,
    closed_at = CASE WHEN $3 > 0 THEN NULL ELSE closed_at END
  WHERE workspace_id = $1 AND id = $2
  RETURNING live_support_request_count AS live`;

/**
 * By hand: one statement and prepared, as every turn waits for it. `$1` workspace, `$2` conversation, `$3` messages as JSON,
 * `$4` questions in a row without an answer, `$5` whether it is handed over, `$6` contact or null, `$7` whether the customer
 * is blocked.
 */
export const APPEND_MESSAGES = `
  WITH was AS (
    SELECT status FROM conversations WHERE workspace_id = $1 AND id = $2
  ), touched AS (
    UPDATE conversations SET
      last_message_at = CASE WHEN $7 THEN last_message_at ELSE now() END, updated_at = now(),
      version = version + CASE WHEN $7 THEN 0 ELSE 1 END,
      status = CASE WHEN $7 THEN status ELSE 'open' END, closed_at = CASE WHEN $7 THEN closed_at END,
      consecutive_no_answers = $4,
      contact_id = coalesce(contact_id, $6),
      handler = CASE WHEN $5 THEN 'human' ELSE handler END
    WHERE workspace_id = $1 AND id = $2
    RETURNING agent_id
  ), said AS (
    INSERT INTO messages (workspace_id, conversation_id, id, turn_id, role, channel, content, from_blocked)
    SELECT $1, $2, m.id, m."turnId", m.role, 'widget', m.content, $7 AND m.role = 'customer'
    FROM json_to_recordset($3) AS m (id uuid, "turnId" uuid, role text, content text)
    RETURNING id, created_at
  ), told AS (
    INSERT INTO inbox_events (workspace_id, agent_id, conversation_id, type, message_id)
    SELECT $1, touched.agent_id, $2, 'message.created', said.id FROM said, touched
    UNION ALL
    SELECT $1, touched.agent_id, $2, 'conversation.updated', NULL FROM touched, was WHERE NOT $7 AND ($5 OR was.status <> 'open')
  )
  SELECT id, created_at AS "createdAt" FROM said`;

/** What is a member's though they no longer see its agent. `$1` workspace, `$2` member, `$3` agents that they still see. */
const LOST = `workspace_id = $1 AND assignee_member_id = $2 AND agent_id <> ALL ($3::uuid[])`;

/** Such conversations, and some others with what is the member's: `$4`. */
const WORK = `FROM conversations WHERE workspace_id = $1 AND (${LOST} OR id = ANY ($4::uuid[]))`;

/** By hand: an expression of two conditions. */
export const LIST_AGENTS_OF_WORK = `SELECT DISTINCT agent_id AS "agentId" ${WORK}`;

/** By hand: the same, and nothing of the rows comes back. */
export const LOCK_WORK = `SELECT ${WORK} ORDER BY id FOR NO KEY UPDATE`;

/** Conversations that one statement unassigns. */
const UNASSIGNED_AT_ONCE = 1_000;

/** By hand: with its events, so many at once, locked in the order in which everybody locks conversations. */
export const UNASSIGN_SOME = `
  WITH theirs AS (
    SELECT id FROM conversations WHERE ${LOST}
    ORDER BY id LIMIT ${UNASSIGNED_AT_ONCE} FOR NO KEY UPDATE
  ), unassigned AS (
    UPDATE conversations c SET assignee_member_id = NULL, version = c.version + 1, updated_at = now()
    FROM theirs WHERE c.workspace_id = $1 AND c.id = theirs.id
    RETURNING c.workspace_id, c.agent_id, c.id
  )
  INSERT INTO inbox_events (workspace_id, agent_id, conversation_id, type)
  SELECT workspace_id, agent_id, id, 'conversation.updated' FROM unassigned
  RETURNING 1`;

/**
 * By hand: one statement, as what it has deleted is counted by agent, which nothing could count afterwards. `$1` workspace,
 * `$2` conversations.
 */
export const DELETE_CONVERSATIONS = `
  WITH said AS (
    DELETE FROM messages WHERE workspace_id = $1 AND conversation_id = ANY ($2::uuid[]) RETURNING conversation_id
  ), counted AS (
    SELECT conversation_id AS id, count(*) AS messages FROM said GROUP BY conversation_id
  ), gone AS (
    DELETE FROM conversations WHERE workspace_id = $1 AND id = ANY ($2::uuid[])
    RETURNING id, agent_id
  )
  SELECT agent_id AS "agentId", count(*)::int AS conversations, coalesce(sum(messages), 0)::int AS messages
  FROM gone LEFT JOIN counted USING (id) GROUP BY agent_id ORDER BY agent_id`;

/** By hand: expressions. `$1` workspace, `$2` conversations. */
export const LIST_MAIL_ADDRESSES_OF_CONTACT = `
  SELECT DISTINCT sender ->> 'address' AS address FROM messages
  WHERE workspace_id = $1 AND conversation_id = ANY ($2) AND sender ->> 'relation' = 'contact'`;
