/** Characters of the longest lexemes that an unknown word can stand for: those in the index knowledge_lexemes_endings. */
const LONGEST_MEANT = 42;
/**
 * A word that the agent's sources never use stands for its nearest two, if they are this similar (pg_trgm), or one slip of the
 * pen away; of long ones two. A slip in the middle of a short word leaves few of its trigrams. A name is not taken for a word that
 * is like it: Plaid is not paid.
 */
const SMALLEST_SIMILARITY = 0.45;
const ONE_SLIP = 5;
const TWO_SLIPS = 6;
const MEANT = 2;
const SHORTEST = 4;
const MOST_DIFFERENCE = 2;
/** Unknown words of a question that are looked up: names first, then the longest, which look like others the least. */
export const MOST_MISSPELT = 8;
/** Lexemes that are looked at in each of four directions. */
const NEIGHBOURS = 64;

/** Whether an unknown lexeme can be a slip of the pen; a figure means itself. */
export const maybeMisspelt = (lexeme: string): string =>
  `length(${lexeme}) BETWEEN ${SHORTEST} AND ${LONGEST_MEANT - MOST_DIFFERENCE} AND ${lexeme} !~ '[0-9]'`;

const OF_AGENT = `SELECT lexeme, chunk_count FROM knowledge_lexemes WHERE workspace_id = $1 AND agent_id = $2`;

/**
 * The agent's lexemes that an unknown one most likely stands for, as `lexeme, n, similarity`. Looked at are those next to it by
 * how they begin and those next to it by how they end, with its first letter: one slip leaves the half before it or the half
 * behind it as it was. So the size of the vocabulary does not matter: 256 rows of two indexes.
 * Part of a statement written by hand. `$1` workspace, `$2` agent.
 */
export const nearest = (lexeme: string, isName: string): string => {
  const initial = `left(${lexeme}, 1)`;
  const ending = `reverse(${lexeme}) COLLATE "C"`;
  const alike = `${OF_AGENT} AND length(lexeme) <= ${LONGEST_MEANT} AND left(lexeme, 1) = ${initial}`;
  const slips = `levenshtein_less_equal(lexeme, ${lexeme}, 3)`;
  const allowed = `CASE WHEN ${isName} THEN 0 WHEN length(${lexeme}) >= ${TWO_SLIPS} THEN 2 WHEN length(${lexeme}) >= ${ONE_SLIP} THEN 1 ELSE 0 END`;
  return `
      SELECT lexeme, chunk_count AS n,
        greatest(similarity(lexeme, ${lexeme}), 1 - ${slips}::real / length(${lexeme}))::real AS similarity
      FROM (
        (${OF_AGENT} AND lexeme >= ${lexeme} ORDER BY lexeme LIMIT ${NEIGHBOURS})
        UNION
        (${OF_AGENT} AND lexeme < ${lexeme} ORDER BY lexeme DESC LIMIT ${NEIGHBOURS})
        UNION
        (${alike} AND reverse(lexeme) >= ${ending} ORDER BY reverse(lexeme) LIMIT ${NEIGHBOURS})
        UNION
        (${alike} AND reverse(lexeme) < ${ending} ORDER BY reverse(lexeme) DESC LIMIT ${NEIGHBOURS})
      ) AS neighbour
      WHERE chunk_count > 0 AND left(lexeme, 1) = ${initial} AND abs(length(lexeme) - length(${lexeme})) <= ${MOST_DIFFERENCE}
        AND (similarity(lexeme, ${lexeme}) >= ${SMALLEST_SIMILARITY} OR ${slips} <= ${allowed})
      ORDER BY similarity DESC, chunk_count DESC, lexeme LIMIT ${MEANT}`;
};
