/** By hand: a function of the database stems each word in each language. `$1` words, `$2` languages. */
export const LIST_LEXEMES = `
  SELECT language, word, knowledge_lexeme(language, word) AS lexeme
  FROM unnest($1::text[]) AS word CROSS JOIN unnest($2::text[]) AS language`;
