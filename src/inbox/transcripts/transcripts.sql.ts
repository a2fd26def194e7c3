/**
 * By hand: a running sum bounds the text that is read of a conversation with thousands of long messages. It reads no table with
 * text that customers cannot see, such as notes. `$1` workspace, `$2` conversation, `$3` limit of messages, `$4` limit of
 * characters.
 */
export const READ_TRANSCRIPT = `
  SELECT id, role, content, "quotedFrom" FROM (
    SELECT id, role, content, "quotedFrom", size, sum(size) OVER (ORDER BY id DESC) AS total FROM (
      SELECT id, role, left(content, $4) AS content, quoted_from AS "quotedFrom",
        least(char_length(content), quoted_from, $4) AS size
      FROM messages
      WHERE workspace_id = $1 AND conversation_id = $2 AND sent_at IS NOT NULL AND role <> 'system' AND NOT automatic
      ORDER BY id DESC LIMIT $3
    ) newest
  ) summed
  WHERE total - size < $4 ORDER BY id`;
