import { instant } from '../../common/database/instant.sql';

/** The labels of conversation `c` by name, of its own workspace only. */
const LABELS = `
  SELECT coalesce(json_agg(json_build_object('id', l.id, 'workspaceId', l.workspace_id, 'name', l.name, 'color', l.color,
    'createdAt', ${instant('l.created_at')}) ORDER BY l.name_key), '[]')
  FROM conversation_labels cl JOIN labels l ON l.workspace_id = cl.workspace_id AND l.id = cl.label_id
  WHERE cl.workspace_id = c.workspace_id AND cl.conversation_id = c.id`;

/** How many conversations are about conversation `c`. */
const SIDES = `
  SELECT json_build_object('open', count(*) FILTER (WHERE s.status <> 'closed'), 'total', count(*)) FROM conversations s
  WHERE s.workspace_id = c.workspace_id AND s.parent_conversation_id = c.id AND s.parent_conversation_id IS NOT NULL`;

/**
 * A conversation `c` with the fields of ConversationDto: PostgreSQL makes the JSON, so that lists and live events cost no mapping
 * here.
 */
export const CONVERSATION_FIELDS = `
  c.id, c.workspace_id AS "workspaceId", c.agent_id AS "agentId", c.contact_id AS "contactId", c.channel, c.subject,
  c.status, c.handler, c.assignee_member_id AS "assigneeMemberId", (${LABELS}) AS labels,
  ${instant('c.last_message_at')} AS "lastMessageAt", c.parent_conversation_id AS "parentConversationId",
  (${SIDES}) AS "sideConversations", c.live_support_request_count AS "liveSupportRequestCount",
  ${instant('c.closed_at')} AS "closedAt", c.version, ${instant('c.created_at')} AS "createdAt",
  ${instant('c.updated_at')} AS "updatedAt"`;

/**
 * By hand: the JSON of the answer. No row if the reader does not see the conversation. `$1` workspace, `$2` agents of the reader
 * or null, `$3` conversation.
 */
export const FIND_CONVERSATION = `
  SELECT row_to_json(r) AS conversation FROM (
    SELECT ${CONVERSATION_FIELDS} FROM conversations c
    WHERE c.workspace_id = $1 AND c.id = $3 AND ($2::uuid[] IS NULL OR c.agent_id = ANY ($2))
  ) r`;

/** By hand: the same of several. `$1` workspace, `$2` agents of the reader or null, `$3` conversations. */
export const LIST_SHOWN_CONVERSATIONS = `
  SELECT r.id, row_to_json(r) AS conversation FROM (
    SELECT ${CONVERSATION_FIELDS} FROM conversations c
    WHERE c.workspace_id = $1 AND c.id = ANY ($3::uuid[]) AND ($2::uuid[] IS NULL OR c.agent_id = ANY ($2))
  ) r`;

/** By hand: an index of those alone. The conversations about one. `$1` workspace, `$2` conversation, `$3` at most. */
export const LIST_SIDES = `
  SELECT id FROM conversations WHERE workspace_id = $1 AND parent_conversation_id = $2 ORDER BY id DESC LIMIT $3`;

/**
 * By hand: one statement, so that no message arrives between reading the newest one and storing its time. `$1` workspace,
 * `$2` conversation, `$3` member, `$4` time up to which, or null for all messages.
 */
export const MARK_READ = `
  WITH marked AS (
    INSERT INTO inbox_reads AS r (workspace_id, conversation_id, member_id, read_up_to)
    SELECT c.workspace_id, c.id, $3, least(c.last_message_at, $4::timestamptz(3))
    FROM conversations c WHERE c.workspace_id = $1 AND c.id = $2
    ON CONFLICT (workspace_id, conversation_id, member_id)
      DO UPDATE SET read_up_to = greatest(r.read_up_to, EXCLUDED.read_up_to), read_at = clock_timestamp()
    RETURNING conversation_id, read_up_to
  )
  SELECT m.conversation_id AS "conversationId", m.read_up_to < c.last_message_at AS unread,
    ${instant('m.read_up_to')} AS "readUpTo"
  FROM marked m JOIN conversations c ON c.workspace_id = $1 AND c.id = m.conversation_id`;

/**
 * By hand: a time that depends on several tables. Leaves earlier messages as they are; who has read nothing has no row. No row if
 * the conversation does not have the message. `$1` workspace, `$2` conversation, `$3` member, `$4` the message or note from which
 * on, or null.
 */
export const MARK_UNREAD = `
  WITH target AS (
    SELECT c.id, least(c.last_message_at, first.at) - interval '1 millisecond' AS before
    FROM conversations c, LATERAL (
      SELECT CASE WHEN $4::uuid IS NULL THEN coalesce((
        SELECT m.created_at FROM messages m
        WHERE m.workspace_id = $1 AND m.conversation_id = $2 AND m.role = 'customer' AND NOT m.from_blocked
        ORDER BY m.id DESC LIMIT 1
      ), c.last_message_at) ELSE (
        SELECT m.created_at FROM messages m WHERE m.workspace_id = $1 AND m.conversation_id = $2 AND m.id = $4
        UNION ALL
        SELECT n.created_at FROM inbox_notes n WHERE n.workspace_id = $1 AND n.conversation_id = $2 AND n.id = $4
      ) END AS at
    ) first
    WHERE c.workspace_id = $1 AND c.id = $2 AND first.at IS NOT NULL
  ), marked AS (
    UPDATE inbox_reads r SET read_up_to = least(r.read_up_to, t.before) FROM target t
    WHERE r.workspace_id = $1 AND r.conversation_id = $2 AND r.member_id = $3
    RETURNING r.read_up_to
  )
  SELECT t.id AS "conversationId", true AS unread, (SELECT ${instant('m.read_up_to')} FROM marked m) AS "readUpTo"
  FROM target t`;

/** The terms of a column, as in the indexes `messages_search` and `conversations_search`. */
const termsOf = (column: string): string =>
  `array_to_tsvector(conversation_search_terms(right(workspace_id::text, 12), ${column}))`;

/** The query of a text: all its words, each as the prefix of a term. Null if it has no word. */
const QUERY = `(
  SELECT string_agg(quote_literal(term) || ':*', ' & ')::tsquery
  FROM unnest(conversation_search_terms(right($1::text, 12), $2)) AS term
)`;

/**
 * By hand: full-text search. The conversations whose subject or one of whose messages has all words, and whether there may be
 * others. `$1` workspace, `$2` text, `$3` limit of matches of each kind.
 */
export const FIND_CONVERSATIONS_WITH_WORDS = `
  SELECT coalesce(array_agg(DISTINCT id), '{}') AS ids, count(*) FILTER (WHERE is_message) >= $3
    OR count(*) FILTER (WHERE NOT is_message) >= $3 AS "isIncomplete"
  FROM (
    (SELECT conversation_id AS id, true AS is_message FROM messages
      WHERE workspace_id = $1::uuid AND ${termsOf('content')} @@ ${QUERY} LIMIT $3::integer)
    UNION ALL
    (SELECT id, false FROM conversations
      WHERE workspace_id = $1::uuid AND ${termsOf('subject')} @@ ${QUERY} LIMIT $3::integer)
  ) found`;

/** The same search as a condition on a conversation `c`; `ids` is SQL that selects the conversations to search. */
export function hasWords(workspaceId: string, text: string, ids: string): string {
  const query = QUERY.replaceAll('$1', workspaceId).replaceAll('$2', text);
  return `(${termsOf('c.subject').replace('workspace_id', 'c.workspace_id')} @@ ${query} OR c.id = ANY (ARRAY(
    SELECT conversation_id FROM messages
    WHERE workspace_id = ${workspaceId}::uuid AND conversation_id = ANY (ARRAY(${ids})) AND ${termsOf('content')} @@ ${query}
  )))`;
}
