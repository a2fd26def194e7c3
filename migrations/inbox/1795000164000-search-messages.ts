import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Scripts that put no spaces between words: Thai, Lao, Burmese, Khmer, kana, and Chinese characters. */
const UNSPACED =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u9fff\\uf900-\\ufaff\\U00020000-\\U0003ffff';

/** Controls, spaces, punctuation and symbols, by their numbers: classes of characters depend on the locale. */
const BETWEEN_WORDS =
  '\\u0001-/:-@\\[-`\\{-\\u00a9\\u00ab-\\u00b4\\u00b6-\\u00b9\\u00bb-\\u00bf\\u2000-\\u206f\\u3000-\\u3004\\u3008-\\u3020\\ufe00-\\ufe0f\\uff01-\\uff0f\\uff1a-\\uff20';

/**
 * Conversations are found by the words of their messages and subjects. The index is on an expression, so that the previous
 * version keeps it as well, and nothing outlives the row that it was made of.
 */
export class SearchMessages1795000164000 implements MigrationInterface {
  readonly name = 'SearchMessages1795000164000';
  readonly transaction = false;

  async up(queries: QueryRunner): Promise<void> {
    // The terms of a text, each behind the scope that it is looked for in. Words are cut before they are folded, so that no
    // row of marks takes long to be sorted. Of writing without spaces, all pairs of characters and the last one are terms.
    await queries.query(`
      CREATE FUNCTION conversation_search_terms(scope text, content text) RETURNS text[]
      LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 5000 AS $$
        WITH words AS (
          SELECT left(word, 64) AS word
          FROM regexp_split_to_table(left(content, 20000), '[${BETWEEN_WORDS}]+') AS word
          WHERE word <> ''
        ), folded AS (
          SELECT CASE WHEN octet_length(word) = char_length(word) THEN lower(word)
            ELSE normalize(regexp_replace(normalize(replace(replace(lower(word), 'ß', 'ss'), 'ς', 'σ'), NFKD),
              '[\\u0300-\\u036f]', '', 'g'), NFC) END AS word
          FROM words
        ), runs AS (
          SELECT word AS run, false AS is_unspaced FROM folded WHERE octet_length(word) = char_length(word)
          UNION ALL
          SELECT run[1], run[1] ~ '^[${UNSPACED}]' FROM folded,
            regexp_matches(word, '[${UNSPACED}]+|[^${UNSPACED}]+', 'g') AS run
          WHERE octet_length(word) <> char_length(word)
        )
        SELECT coalesce(array_agg(DISTINCT scope || term), '{}') FROM (
          SELECT left(run, 40) AS term FROM runs WHERE NOT is_unspaced
          UNION ALL
          SELECT substr(run, place, 2) FROM runs, generate_series(1, char_length(run)) AS place WHERE is_unspaced
        ) terms WHERE term <> ''
      $$`);
    for (const [table, column] of [
      ['messages', 'content'],
      ['conversations', 'subject'],
    ]) {
      await queries.query(`DROP INDEX CONCURRENTLY IF EXISTS ${table}_search`);
      await queries.query(`
        CREATE INDEX CONCURRENTLY ${table}_search ON ${table}
        USING gin (array_to_tsvector(conversation_search_terms(right(workspace_id::text, 12), ${column})))
        WITH (fastupdate = off)`);
    }
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP INDEX messages_search, conversations_search');
    await queries.query('DROP FUNCTION conversation_search_terms(text, text)');
  }
}
