import { instant } from '../../common/database/instant.sql';

/**
 * By hand: one statement, so that no message comes between the conversation's newest one and what is noted of it. `$1`
 * workspace, `$2` conversation, `$3` member, `$4` up to when, or null for all that there is.
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
