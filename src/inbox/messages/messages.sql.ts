import { instant } from '../../common/database/instant.sql';

/**
 * A message `m` as members see it, one column for each field: PostgreSQL makes the JSON, for lists and live events alike.
 * `message` has the fields of InboxMessageDto.
 */
export const MESSAGE_FIELDS = `
  m.id, m.role, m.content, m.channel, ${instant('m.created_at')} AS "createdAt", m.author_member_id AS "authorMemberId",
  m.sender, m.automatic, m.quoted_from AS "quotedFrom", coalesce((
    SELECT json_agg(json_build_object(
      'id', a.id, 'fileName', a.file_name, 'mediaType', a.media_type, 'sizeBytes', a.size_bytes, 'inline', a.inline
    ) ORDER BY a.id)
    FROM message_attachments a
    WHERE a.workspace_id = m.workspace_id AND a.conversation_id = m.conversation_id AND a.message_id = m.id
  ), '[]') AS attachments, (
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

/**
 * By hand: the answer as PostgreSQL makes it, prepared, as whoever opens a conversation waits for it. `$1` workspace, `$2`
 * conversation, `$3` the message that they stand before, or null, `$4` how many. Newest first.
 */
export const PAGE_MESSAGES = `
  SELECT row_to_json(r)::text AS message, r.id FROM (
    SELECT ${MESSAGE_FIELDS} FROM messages m
    WHERE m.workspace_id = $1 AND m.conversation_id = $2 AND m.id < coalesce($3, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
    ORDER BY m.id DESC LIMIT $4
  ) r`;
