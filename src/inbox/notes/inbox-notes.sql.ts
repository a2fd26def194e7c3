/**
 * By hand: a running sum bounds the text that is read. The newest notes, oldest first. `$1` workspace, `$2` conversation,
 * `$3` limit of notes, `$4` limit of characters.
 */
export const LIST_NEWEST_NOTES = `
  SELECT id, content FROM (
    SELECT id, content, size, sum(size) OVER (ORDER BY id DESC) AS total FROM (
      SELECT id, left(content, $4) AS content, least(char_length(content), $4) AS size FROM inbox_notes
      WHERE workspace_id = $1 AND conversation_id = $2 ORDER BY id DESC LIMIT $3
    ) newest
  ) summed
  WHERE total - size < $4 ORDER BY id`;
