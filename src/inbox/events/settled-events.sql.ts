import { instant } from '../../common/database/instant.sql';
import { sizedPage } from '../../common/database/sized-page';
import { HORIZON } from '../../events/event-horizon.types';
import { CONVERSATION_FIELDS } from '../conversations/inbox-conversations.sql';
import { MESSAGE_FIELDS } from '../messages/messages.sql';

/** Of both tables, what streams show. */
const COLUMNS = `e.workspace_id, e.transaction_id, e.id, e.type, e.agent_id, e.conversation_id, e.created_at,
        coalesce(e.issued_at, e.created_at) AS at`;
const PLACE = `
      e.workspace_id = w.id AND e.transaction_id >= $2::bigint AND (e.transaction_id, e.id) > ($2::bigint, $3::bigint)
        AND e.transaction_id < least($4::bigint, ${HORIZON})
      ORDER BY e.transaction_id, e.id LIMIT $5::int + 1`;

const SETTLED = sizedPage({
  candidates: `
    SELECT e.*, coalesce((
      SELECT octet_length(m.content) FROM messages m
      WHERE m.workspace_id = e.workspace_id AND m.conversation_id = e.conversation_id AND m.id = e.message_id
    ), 0) AS size
    FROM unnest($1::uuid[]) AS w (id), LATERAL (
      (SELECT ${COLUMNS}, e.message_id, e.member_id, e.typing, e.presence, e.label_id, e.support_request_id, e.milestone,
        NULL::jsonb AS erased
      FROM inbox_events e WHERE ${PLACE})
      UNION ALL
      (SELECT ${COLUMNS}, NULL, NULL, NULL, NULL, NULL, NULL, NULL, e.data AS erased
      FROM workspace_events e WHERE e.type = 'conversation.erased' AND ${PLACE})
    ) e
    ORDER BY e.transaction_id, e.id LIMIT $5::int + 1`,
  order: 'transaction_id, id',
  most: '$5::int',
});

/**
 * By hand: the order of commits, and the JSON of the answer: each event with its conversation and its message as they are now, so
 * that a member need not request them. A note appears without its text, which no statement for streams reads. `$1` workspaces,
 * `$2` and `$3` transaction and id of the last event before, `$4` the transaction before which, or null, `$5` limit.
 *
 * An event is read once all transactions that began before its own have ended: one in progress could commit events that
 * belong before it, and a reader who has passed their position would miss them.
 */
export const LIST_SETTLED_EVENTS = `
  SELECT e.workspace_id AS "workspaceId", e.transaction_id AS "transactionId", e.id, e.type, e.at,
    e.agent_id AS "agentId", e.member_id AS "memberId", e.conversation_id AS "conversationId", e.typing, e.presence, e."isFollowed", json_build_object(
      'type', e.type, 'conversationId', e.conversation_id, 'messageId', e.message_id, 'agentId', e.agent_id,
      'labelId', e.label_id, 'memberId', e.member_id, 'typing', CASE WHEN e.presence IS NULL THEN e.typing END,
      'state', e.presence, 'supportRequestId', e.support_request_id,
      'milestone', e.milestone, 'createdAt', ${instant('e.created_at')},
      'conversation', CASE WHEN e.typing IS NULL AND e.conversation_id IS NOT NULL THEN (
        SELECT row_to_json(r) FROM (
          SELECT ${CONVERSATION_FIELDS} FROM conversations c
          WHERE c.workspace_id = e.workspace_id AND c.id = e.conversation_id
        ) r
      ) END,
      'message', CASE WHEN e.message_id IS NOT NULL THEN (
        SELECT row_to_json(r) FROM (
          SELECT ${MESSAGE_FIELDS} FROM messages m
          WHERE m.workspace_id = e.workspace_id AND m.conversation_id = e.conversation_id AND m.id = e.message_id
        ) r
      ) END,
      'label', CASE WHEN e.label_id IS NOT NULL THEN (
        SELECT json_build_object('id', l.id, 'workspaceId', l.workspace_id, 'name', l.name, 'color', l.color,
          'createdAt', ${instant('l.created_at')})
        FROM labels l WHERE l.workspace_id = e.workspace_id AND l.id = e.label_id
      ) END
    )::text AS data, e.erased
  FROM (${SETTLED}) e
  ORDER BY e.transaction_id, e.id`;
