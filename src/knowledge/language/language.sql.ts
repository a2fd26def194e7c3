/** By hand: a function of the database tells stop words, in every language at once. `$1` words, `$2` languages. */
export const FIND_LANGUAGE = `
  SELECT language, count(*) FILTER (WHERE knowledge_lexeme(language, word) IS NULL)::integer AS stops
  FROM unnest($1::text[]) AS word CROSS JOIN unnest($2::text[]) AS language
  GROUP BY language ORDER BY stops DESC, language LIMIT 1`;
