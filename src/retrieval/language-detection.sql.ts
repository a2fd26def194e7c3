/**
 * By hand: dictionaries of the database know stop words, in every language at once: for those they have no lexemes. They stand
 * in the statement by name; looked up for each word they take fifty times as long. `$1` words. The languages that have any of
 * the words, those with most of them first.
 */
export const countStopWords = (languages: readonly string[]): string => `
  SELECT language, sum(times)::integer AS stops
  FROM (SELECT word, count(*) AS times FROM unnest($1::text[]) AS word GROUP BY word) AS sample
  CROSS JOIN LATERAL (
    VALUES ${languages.map((name) => `('${name}', ts_lexize('${name}_stem', word))`).join(', ')}
  ) AS looked_up (language, lexemes)
  WHERE lexemes = '{}'
  GROUP BY language ORDER BY stops DESC, language`;
