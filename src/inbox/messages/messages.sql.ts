import { instant } from '../../common/database/instant.sql';
import { PREVIEWABLE_TYPES, scanFactsSql } from '../../files/file.types';
import { sizedPage } from '../../common/database/sized-page';

/** The condition for files of an item, which is a message or a note. */
const ofItem = (item: string): string =>
  `WHERE workspace_id = ${item}.workspace_id AND conversation_id = ${item}.conversation_id AND message_id = ${item}.id`;

/** Files of the email that a message came with, before files were scanned. */
const mailedTo = (item: string): string => `
    SELECT id, file_name, media_type, size_bytes, inline, sha256, 'none' AS scan, 0 AS position FROM message_attachments ${ofItem(item)}`;

/** Files that were uploaded for a message or a note, or came with its email. */
const carriedBy = (item: string): string => `
    SELECT id, file_name, media_type, size_bytes, inline, sha256, scan, position FROM files ${ofItem(item)}`;

/** Files as a JSON list with the fields of MessageAttachmentDto, in the order of the message. */
function filesListed(files: string): string {
  return `coalesce((
    SELECT json_agg(json_build_object(
      'id', a.id, 'fileName', a.file_name, 'mediaType', a.media_type, 'sizeBytes', a.size_bytes, 'inline', a.inline,
      'sha256', encode(a.sha256, 'hex'), 'previewable', a.media_type = ANY ('{${PREVIEWABLE_TYPES.join()}}'::text[]),
      ${scanFactsSql('a.scan')}
    ) ORDER BY a.position, a.id)
    FROM (${files}
    ) a
  ), '[]')`;
}

/**
 * A message `m` with the fields of ConversationMessageDto: PostgreSQL makes the JSON, for lists and live events alike. `message`
 * has the fields of InboxMessageDto.
 */
export const MESSAGE_FIELDS = `
  m.id, m.role, m.content, m.channel, ${instant('m.created_at')} AS "createdAt", m.author_member_id AS "authorMemberId",
  m.sender, m.automatic, m.quoted_from AS "quotedFrom",
  m.forwarded_by_member_id AS "forwardedByMemberId", ${filesListed(`${mailedTo('m')} UNION ALL ${carriedBy('m')}`)} AS attachments,
  m.outcome, coalesce(m.citations, '[]') AS citations, (
    SELECT 'scan' FROM replies y
    WHERE y.workspace_id = m.workspace_id AND y.conversation_id = m.conversation_id AND y.message_id = m.id
      AND y.status = 'queued' AND y.awaits_files_until IS NOT NULL
  ) AS "heldBy", (
    SELECT json_build_object(
      'id', m.id, 'workspaceId', m.workspace_id, 'conversationId', m.conversation_id, 'agentId', y.agent_id,
      'role', m.role, 'content', m.content, 'channel', y.channel, 'lifecycleStatus', y.status,
      'lifecycleVersion', y.version, 'revisionCount', y.revision_count, 'authorMemberId', m.author_member_id,
      'createdAt', ${instant('m.created_at')}, 'dispatchAfterAt', ${instant('y.dispatch_after_at')},
      'undoDeadlineAt', ${instant('y.dispatch_after_at')}, 'sentAt', ${instant('y.sent_at')}
    )
    FROM replies y
    WHERE y.workspace_id = m.workspace_id AND y.conversation_id = m.conversation_id AND y.message_id = m.id
  ) AS message`;

/** A note `n` in the same columns: only for the list that members read, never for customers or models. */
const NOTE_FIELDS = `
  n.id, 'note' AS role, n.content, NULL AS channel, ${instant('n.created_at')} AS "createdAt",
  n.author_member_id AS "authorMemberId", NULL::jsonb AS sender, false AS automatic, NULL::integer AS "quotedFrom",
  NULL::uuid AS "forwardedByMemberId",
  ${filesListed(carriedBy('n'))} AS attachments, NULL AS outcome, '[]'::jsonb AS citations, NULL AS "heldBy",
  NULL::json AS message`;

/** The stored size, which PostgreSQL knows without reading the content. */
const candidates = (table: string): string => `
  SELECT id, octet_length(content) AS size FROM ${table}
  WHERE workspace_id = $1 AND conversation_id = $2 AND id < coalesce($3, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  ORDER BY id DESC LIMIT $4::int + 1`;

const PAGE = sizedPage({
  candidates: `(${candidates('messages')}) UNION ALL (${candidates('inbox_notes')}) ORDER BY id DESC LIMIT $4::int + 1`,
  order: 'id DESC',
  most: '$4::int',
});

/**
 * By hand: two tables in one order, in the JSON of the answer; prepared, because each opening of a conversation waits for it.
 * Newest first. `$1` workspace, `$2` conversation, `$3` the item before which, or null, `$4` limit.
 */
export const PAGE_MESSAGES = `
  SELECT row_to_json(r)::text AS message, p.id, p."isFollowed", r.role, r.channel, r.content
  FROM (${PAGE}) p CROSS JOIN LATERAL (
    SELECT ${MESSAGE_FIELDS} FROM messages m WHERE m.workspace_id = $1 AND m.conversation_id = $2 AND m.id = p.id
    UNION ALL
    SELECT ${NOTE_FIELDS} FROM inbox_notes n WHERE n.workspace_id = $1 AND n.conversation_id = $2 AND n.id = p.id
  ) r
  ORDER BY p.id DESC`;

/** By hand: the JSON of the answer. `$1` workspace, `$2` conversations, `$3` messages of them. */
export const LIST_SHOWN_MESSAGES = `
  SELECT r.id, row_to_json(r) AS message FROM (
    SELECT ${MESSAGE_FIELDS} FROM messages m
    WHERE m.workspace_id = $1 AND m.conversation_id = ANY ($2::uuid[]) AND m.id = ANY ($3::uuid[])
  ) r`;
