/**
 * By hand: a function of the database tells stop words, in every language at once. `$1` words, `$2` languages. The
 * languages that have any of the words, those with most of them first.
 */
export const COUNT_STOP_WORDS = `
  SELECT language, count(*) FILTER (WHERE knowledge_lexeme(language, word) IS NULL)::integer AS stops
  FROM unnest($1::text[]) AS word CROSS JOIN unnest($2::text[]) AS language
  GROUP BY language HAVING count(*) FILTER (WHERE knowledge_lexeme(language, word) IS NULL) > 0
  ORDER BY stops DESC, language`;
