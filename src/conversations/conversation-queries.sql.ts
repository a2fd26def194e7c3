import { PREVIEWABLE_TYPES, scanFactsSql } from '../files/file.types';
import { instant } from '../common/database/instant.sql';
import { olderThan } from '../common/database/old-rows.sql';

/** A closed conversation continues when its customer writes again within this time. */
const REOPENED_FOR = '7 days';

/** Of a row of conversations: the customer's next message starts another one. */
export const IS_OVER = `(status = 'closed' AND closed_at <= now() - interval '${REOPENED_FOR}')`;

/** Of a row of conversations: whether its contact is blocked. */
export const IS_BLOCKED = `coalesce((
  SELECT blocked FROM contacts
  WHERE contacts.workspace_id = conversations.workspace_id AND contacts.id = conversations.contact_id
), false)`;

/** Of workspace `$1`: closed for `$2` days of 24 hours, without a live support request. */
export const IS_OLD = `workspace_id = $1 AND status = 'closed' AND live_support_request_count = 0 AND ${olderThan('closed_at', '$2')}`;

/**
 * By hand: one prepared statement, because each turn of a conversation waits for it. `$1` workspace, `$2` conversation,
 * `$3` agent, `$4` number of messages.
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
 * By hand: prepared, because each contact profile reads it, and in the form of the answer. `$1` workspace, `$2` contact,
 * `$3` agents or null, `$4` limit.
 */
export const LIST_CONVERSATIONS_OF_CONTACT = `
  SELECT id, agent_id AS "agentId", channel, status, subject, ${instant('last_message_at')} AS "lastMessageAt",
    ${instant('created_at')} AS "createdAt"
  FROM conversations
  WHERE workspace_id = $1 AND contact_id = $2 AND ($3::uuid[] IS NULL OR agent_id = ANY ($3))
  ORDER BY id DESC LIMIT $4`;

/**
 * By hand: expressions. What customers and members have written after a message, oldest first. Messages of programs and of blocked
 * people and replies that were undone do not count. `$1` workspace, `$2` conversation, `$3` message, `$4` limit.
 */
export const LIST_WRITTEN_AFTER = `
  SELECT m.id, m.role, left(m.content, 1000) AS beginning, m.author_member_id AS "authorMemberId",
    ${instant('m.created_at')} AS "createdAt"
  FROM messages m
  WHERE m.workspace_id = $1 AND m.conversation_id = $2 AND m.id > $3 AND CASE m.role
    WHEN 'customer' THEN NOT m.automatic AND NOT m.from_blocked
    WHEN 'human' THEN NOT EXISTS (
      SELECT FROM replies y
      WHERE y.workspace_id = m.workspace_id AND y.conversation_id = m.conversation_id AND y.message_id = m.id
        AND y.status = 'undone')
    ELSE false END
  ORDER BY m.id LIMIT $4`;

/** By hand: of all workspaces, because a signed address names only the conversation. `$1` conversation. */
export const FIND_MAIL_CONVERSATION = `
  SELECT workspace_id AS "workspaceId", id, agent_id AS "agentId", contact_id AS "contactId"
  FROM conversations WHERE id = $1`;

/** By hand: an expression. `$1` workspace, `$2` the conversation that it continues. */
export const FIND_CONTINUATION = `
  SELECT workspace_id AS "workspaceId", id, agent_id AS "agentId", contact_id AS "contactId"
  FROM conversations
  WHERE workspace_id = $1 AND previous_conversation_id = $2 AND NOT ${IS_OVER}
  ORDER BY id DESC LIMIT 1`;

/** By hand: a table without an entity. `$1` workspace, `$2` conversation, `$3` address. */
export const EXISTS_PARTICIPANT = `
  SELECT 1 FROM conversation_participants WHERE workspace_id = $1 AND conversation_id = $2 AND address = $3`;

/** By hand: a table without an entity. `$1` workspace, `$2` addresses. */
export const LIST_IDS_OF_PARTICIPANTS = `
  SELECT DISTINCT conversation_id AS id FROM conversation_participants WHERE workspace_id = $1 AND address = ANY ($2::text[])`;

/**
 * By hand: the beginnings of texts. The newest messages that customer, agent and members have exchanged, newest first; none of blocked
 * people, and no notes. `$1` workspace, `$2` conversation, `$3` one message or null, `$4` characters of each, `$5` limit.
 */
export const LIST_EXCHANGED = `
  SELECT m.id, m.role, left(m.content, $4::integer) AS content, char_length(m.content) > $4::integer AS "isCut", m.sender,
    m.author_member_id AS "authorMemberId", m.created_at AS "createdAt"
  FROM messages m
  WHERE m.workspace_id = $1 AND m.conversation_id = $2 AND ($3::uuid IS NULL OR m.id = $3)
    AND m.sent_at IS NOT NULL AND m.role <> 'system' AND NOT m.automatic AND NOT m.from_blocked
  ORDER BY m.id DESC LIMIT $5`;

/** By hand: expressions. `$1` workspace, `$2` conversation, `$3` address of the sender. */
export const EXISTS_MAIL_OF = `
  SELECT FROM messages
  WHERE workspace_id = $1 AND conversation_id = $2 AND role = 'customer' AND channel = 'email' AND sender ->> 'address' = $3
    AND sender ->> 'verified' <> 'unverified'
  LIMIT 1`;

/**
 * By hand: two counts of one scan, of one sender in the last ten minutes: all mails, and those with this text. `$1` workspace,
 * `$2` conversation, `$3` address, `$4` content.
 */
export const COUNT_RECENT_MAILS = `
  SELECT count(*)::int AS mails, count(*) FILTER (WHERE content = $4)::int AS equal FROM messages
  WHERE workspace_id = $1 AND conversation_id = $2 AND sender ->> 'address' = $3
    AND created_at > now() - interval '10 minutes'`;

/** By hand: expressions. `$1` workspace, `$2` conversations. */
export const LIST_MAIL_ADDRESSES_OF_CONTACT = `
  SELECT DISTINCT sender ->> 'address' AS address FROM messages
  WHERE workspace_id = $1 AND conversation_id = ANY ($2) AND sender ->> 'relation' = 'contact'`;

/** By hand: the database's clock, and the oldest first as an index has them. `$1` and `$2` as of {@link IS_OLD}, `$3` limit. */
export const COUNT_OLD = `
  SELECT count(*)::int AS count FROM (SELECT FROM conversations WHERE ${IS_OLD} ORDER BY closed_at LIMIT $3) AS old`;

/** By hand: as above. */
export const LIST_OLD = `SELECT id, agent_id AS "agentId" FROM conversations WHERE ${IS_OLD} ORDER BY closed_at LIMIT $3`;

/** Whether a visitor sees message `m`: widget messages of the customer, answers of the agent, and replies that were sent. */
const IS_SHOWN = `m.sent_at IS NOT NULL AND m.role <> 'system' AND (m.role <> 'customer' OR m.channel = 'widget')`;

/**
 * By hand: includes whether the contact is blocked, because each request of a visitor waits for it. `$1` workspace, `$2` agent,
 * `$3` conversation.
 */
export const FIND_VISITOR_CONVERSATION = `
  SELECT id, contact_id AS "contactId", status, handler, assignee_member_id AS "assigneeMemberId", ${IS_OVER} AS "isOver",
    ${IS_BLOCKED} AS "isBlocked"
  FROM conversations WHERE workspace_id = $1 AND agent_id = $2 AND id = $3 AND channel = 'widget'`;

/**
 * By hand: includes the newest message that is shown. Newest first: the conversations of the contact, or, without a contact,
 * those with these ids. `$1` workspace, `$2` agent, `$3` conversations or null, `$4` contact or null, `$5` limit.
 */
export const LIST_VISITOR_CONVERSATIONS = `
  SELECT c.id, c.status, c.handler, c.assignee_member_id AS "assigneeMemberId",
    ${instant('c.last_message_at')} AS "lastMessageAt", coalesce((
      SELECT left(m.content, 1000) FROM messages m
      WHERE m.workspace_id = c.workspace_id AND m.conversation_id = c.id AND ${IS_SHOWN}
      ORDER BY m.id DESC LIMIT 1
    ), '') AS latest
  FROM conversations c
  WHERE c.workspace_id = $1 AND c.agent_id = $2 AND c.channel = 'widget'
    AND CASE WHEN $4::uuid IS NULL THEN c.id = ANY ($3::uuid[]) ELSE c.contact_id = $4::uuid END
  ORDER BY c.last_message_at DESC, c.id DESC LIMIT $5`;

/** By hand: includes whether a reply was edited. `$1` workspace, `$2` conversation, `$3` messages. */
export const LIST_SHOWN_MESSAGES = `
  SELECT m.id, m.role, m.channel, m.content, m.author_member_id AS "authorMemberId", m.created_at AS "createdAt",
    coalesce(y.revision_count, 0) > 0 AS edited, coalesce((
      SELECT json_agg(json_build_object(
        'id', f.id, 'fileName', f.file_name, 'mediaType', f.media_type, 'sizeBytes', f.size_bytes,
        'sha256', encode(f.sha256, 'hex'), 'previewable', f.media_type = ANY ('{${PREVIEWABLE_TYPES.join()}}'::text[]),
        ${scanFactsSql('f.scan')}
      ) ORDER BY f.position, f.id)
      FROM files f
      WHERE f.workspace_id = m.workspace_id AND f.conversation_id = m.conversation_id AND f.message_id = m.id
    ), '[]') AS attachments
  FROM messages m
  LEFT JOIN replies y ON y.workspace_id = m.workspace_id AND y.conversation_id = m.conversation_id AND y.message_id = m.id
  WHERE m.workspace_id = $1 AND m.conversation_id = $2 AND m.id = ANY ($3::uuid[]) AND ${IS_SHOWN}`;

/** By hand: an expression. In the order of writing. `$1` workspace, `$2` conversation. */
export const LIST_SHOWN_IDS = `
  SELECT m.id, m.role = 'customer' AS "fromVisitor" FROM messages m
  WHERE m.workspace_id = $1 AND m.conversation_id = $2 AND ${IS_SHOWN} ORDER BY m.id`;
