import { instant } from '../../common/database/instant.sql';
import { CONVERSATION_FIELDS } from './inbox-conversations.sql';

/** A reply or delivery `y` that may not have arrived. As the indexes replies_undelivered and deliveries_undelivered. */
export const IS_UNDELIVERED = `y.status IN ('failed', 'uncertain', 'bounced')`;

/**
 * The message of conversation `r` that stands last, with the beginning of its text. Those of blocked people and those that were
 * undone have no effect.
 */
const LAST_MESSAGE = `
  SELECT json_build_object('id', m.id, 'role', m.role, 'beginning', left(m.content, 1000),
    'authorMemberId', m.author_member_id, 'createdAt', ${instant('m.created_at')})
  FROM messages m
  WHERE m.workspace_id = r."workspaceId" AND m.conversation_id = r.id AND NOT m.from_blocked AND NOT EXISTS (
    SELECT FROM replies y
    WHERE y.workspace_id = m.workspace_id AND y.conversation_id = m.conversation_id AND y.message_id = m.id
      AND y.status = 'undone'
  )
  ORDER BY m.id DESC LIMIT 1`;

/**
 * Whether the contact of conversation `r` is who they say. A person in a chat is known by your own server. Of mail, the newest
 * one of the contact decides.
 */
const IS_VERIFIED = `coalesce((
  SELECT m.sender IS NULL OR m.sender ->> 'verified' = 'verified' FROM messages m
  WHERE m.workspace_id = r."workspaceId" AND m.conversation_id = r.id AND m.role = 'customer' AND NOT m.from_blocked
    AND (m.sender IS NULL OR m.sender ->> 'relation' = 'contact')
  ORDER BY m.id DESC LIMIT 1
), false)`;

/** Whether people have to answer conversation `c`. As the indexes conversations_unanswered and conversations_agent_unanswered. */
export const IS_UNANSWERED = `c.status = 'open' AND c.handler = 'human'`;

/** Whether member `memberId` has read all messages of conversation `c`. */
export const isRead = (memberId: string): string => `EXISTS (
  SELECT FROM inbox_reads r
  WHERE r.workspace_id = c.workspace_id AND r.conversation_id = c.id AND r.member_id = ${memberId}
    AND r.read_up_to >= c.last_message_at)`;

/** Rows of a table of conversation `c` that may not have arrived. */
const undelivered = (table: 'replies' | 'deliveries'): string =>
  `FROM ${table} y WHERE y.workspace_id = c.workspace_id AND y.conversation_id = c.id AND ${IS_UNDELIVERED}`;

/** Whether conversation `c` has replies, or copies of them, that may not have arrived. */
export const HAS_UNDELIVERED = `(EXISTS (SELECT ${undelivered('replies')}) OR EXISTS (SELECT ${undelivered('deliveries')}))`;

/**
 * By hand: rows of conversations as JSON with the fields of InboxConversationDto up to `unansweredSince`; the others follow from the
 * further columns. `conversations` is SQL from `FROM` on that selects them as `c`; `memberId` reads them.
 */
export const selectRows = (conversations: string, memberId: string): string => `
  SELECT row_to_json(r)::text AS conversation, r.id, r."lastMessageAt", r."unansweredSince", r."contactId",
    r."liveSupportRequestCount" > 0 AS "isLive", r."contactId" IS NOT NULL AND ${IS_VERIFIED} AS "isVerified",
    (${LAST_MESSAGE}) AS "lastMessage"
  FROM (
    SELECT ${CONVERSATION_FIELDS}, NOT ${isRead(memberId)} AS unread,
    (SELECT count(*) ${undelivered('replies')}) + (SELECT count(*) ${undelivered('deliveries')}) AS undelivered, CASE WHEN ${IS_UNANSWERED} THEN ${instant('c.unanswered_since')} END AS "unansweredSince"
    ${conversations}
  ) r`;

/**
 * By hand: {@link selectRows}. No row if the reader does not see the conversation. `$1` workspace, `$2` agents of the reader or
 * null, `$3` conversation, `$4` the member who reads.
 */
export const FIND_ROW = selectRows(
  'FROM conversations c WHERE c.workspace_id = $1 AND c.id = $3 AND ($2::uuid[] IS NULL OR c.agent_id = ANY ($2))',
  '$4',
);

/** By hand: an index of those alone. Conversations of a workspace; `$2` at most. */
export const LIST_UNDELIVERED = `
  SELECT DISTINCT u.id FROM (
    (SELECT y.conversation_id AS id FROM replies y WHERE y.workspace_id = $1 AND ${IS_UNDELIVERED})
    UNION ALL
    (SELECT y.conversation_id FROM deliveries y WHERE y.workspace_id = $1 AND ${IS_UNDELIVERED})
  ) u LIMIT $2`;
