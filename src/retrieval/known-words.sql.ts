/**
 * By hand: which of some words the agent's sources use, in any form and language of theirs. Read by keys alone.
 * `$1` workspace, `$2` agent, `$3` words.
 */
export const LIST_KNOWN_WORDS = `
  SELECT listed.word FROM unnest($3::text[]) AS listed (word)
  WHERE EXISTS (
    SELECT FROM (
      SELECT language FROM knowledge_statistics WHERE workspace_id = $1 AND agent_id = $2 AND chunk_count > 0
    ) AS spoken CROSS JOIN LATERAL (
      SELECT FROM knowledge_lexemes
      WHERE workspace_id = $1 AND agent_id = $2 AND lexeme = knowledge_lexeme(spoken.language, listed.word) AND chunk_count > 0
      OFFSET 0
    ) AS known
  )`;
