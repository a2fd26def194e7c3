/** Characters of the longest lexemes in the index knowledge_lexemes_endings. */
const LONGEST = 42;
/** Unknown words of a question that are looked up, the longest first. */
export const MOST_HEADS = 4;
/** Lexemes that are looked at beside each, in each direction, of each first letter. */
const BESIDE = 2;
const INITIALS = 'abcdefghijklmnopqrstuvwxyz';

const OF_AGENT = `SELECT lexeme, chunk_count FROM knowledge_lexemes WHERE workspace_id = $1 AND agent_id = $2`;

/**
 * By hand: the agent's lexemes that end most like words that none of its sources has in any form, and those that begin with them,
 * as `word, form, lexeme`. `form` is the word's lexeme. Only in the languages `$4`, where the agent has sources in them. Each word
 * reads some 100 rows of two indexes, whatever the size of the vocabulary: the endings are in order for each first letter.
 * `$1` workspace, `$2` agent, `$3` words.
 */
export const LIST_LIKE_ENDINGS = `
  WITH form AS MATERIALIZED (
    SELECT DISTINCT word, lexeme FROM (
      SELECT listed.word, knowledge_lexeme(spoken.language, listed.word) AS lexeme
      FROM unnest($3::text[]) AS listed (word) CROSS JOIN (
        SELECT language FROM knowledge_statistics
        WHERE workspace_id = $1 AND agent_id = $2 AND chunk_count > 0 AND language = ANY ($4::text[])
      ) AS spoken
    ) AS stemmed WHERE lexeme IS NOT NULL AND length(lexeme) <= ${LONGEST}
  ), missing AS MATERIALIZED (
    SELECT form.word, form.lexeme FROM form LEFT JOIN LATERAL (
      ${OF_AGENT} AND lexeme = form.lexeme AND chunk_count > 0 OFFSET 0
    ) AS known ON true
    WHERE known.lexeme IS NULL ORDER BY length(form.lexeme) DESC, form.word LIMIT ${MOST_HEADS}
  ), initial AS MATERIALIZED (
    SELECT letter FROM unnest(string_to_array('${INITIALS}', NULL)) AS letter
  )
  SELECT missing.word, missing.lexeme AS form, beside.lexeme
  FROM missing CROSS JOIN LATERAL (
    (${OF_AGENT} AND lexeme > missing.lexeme ORDER BY lexeme LIMIT ${BESIDE})
    UNION
    SELECT ending.* FROM initial CROSS JOIN LATERAL (
      (${OF_AGENT} AND length(lexeme) <= ${LONGEST} AND left(lexeme, 1) = letter
        AND reverse(lexeme) >= reverse(missing.lexeme) COLLATE "C" ORDER BY reverse(lexeme) LIMIT ${BESIDE})
      UNION
      (${OF_AGENT} AND length(lexeme) <= ${LONGEST} AND left(lexeme, 1) = letter
        AND reverse(lexeme) < reverse(missing.lexeme) COLLATE "C" ORDER BY reverse(lexeme) DESC LIMIT ${BESIDE})
    ) AS ending
  ) AS beside
  WHERE beside.chunk_count > 0`;
