import { instant } from '../common/database/instant.sql';
import { IS_OVER } from './conversations.sql';

/** What a visitor may see of a conversation: what was said in the widget, and what people have sent. */
export const IS_SHOWN = `m.sent_at IS NOT NULL AND m.role <> 'system' AND (m.role <> 'customer' OR m.channel = 'widget')`;

/**
 * By hand: with whether the contact is blocked, as every request of a visitor waits for it. `$1` workspace, `$2` agent,
 * `$3` conversation.
 */
export const FIND_VISITOR_CONVERSATION = `
  SELECT id, contact_id AS "contactId", status, handler, assignee_member_id AS "assigneeMemberId", ${IS_OVER} AS "isOver",
    coalesce((
      SELECT blocked FROM contacts
      WHERE contacts.workspace_id = conversations.workspace_id AND contacts.id = conversations.contact_id
    ), false) AS "isBlocked"
  FROM conversations WHERE workspace_id = $1 AND agent_id = $2 AND id = $3 AND channel = 'widget'`;

/**
 * By hand: each with the newest of what is shown. `$1` workspace, `$2` agent, `$3` conversations or null, `$4` contact or null,
 * `$5` how many at most. Newest first: those of the contact, or where there is none those that are named.
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

/** By hand: as above. `$1` workspace, `$2` conversation, `$3` messages. */
export const LIST_SHOWN_MESSAGES = `
  SELECT m.id, m.role, m.channel, m.content, m.author_member_id AS "authorMemberId", m.created_at AS "createdAt",
    coalesce(y.revision_count, 0) > 0 AS edited
  FROM messages m
  LEFT JOIN replies y ON y.workspace_id = m.workspace_id AND y.conversation_id = m.conversation_id AND y.message_id = m.id
  WHERE m.workspace_id = $1 AND m.conversation_id = $2 AND m.id = ANY ($3::uuid[]) AND ${IS_SHOWN}`;

/** By hand: as above. `$1` workspace, `$2` conversation. In the order of writing; as many as there are. */
export const LIST_SHOWN_IDS = `
  SELECT m.id, m.role = 'customer' AS "fromVisitor" FROM messages m
  WHERE m.workspace_id = $1 AND m.conversation_id = $2 AND ${IS_SHOWN} ORDER BY m.id`;
