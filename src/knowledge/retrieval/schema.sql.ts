/**
 * Tables and functions of the index, tenant key first in each. `knowledge_sources` must exist; ranking reads its
 * `workspace_id, agent_id, id, status, index_generation, name, url, language`.
 *
 * - `knowledge_chunks` holds the passages; `lexemes` has one entry per word of `body`, separated by a space, `-` for a
 *   stop word, so that nothing is stemmed twice. Offsets are UTF-16 code units into the stored text of the source.
 * - `knowledge_postings` is the inverted index. Its primary key covers all that ranking needs of it, so it is read
 *   by index-only scans.
 * - `knowledge_lexemes` and `knowledge_statistics` are the agent's own figures, kept right in the transaction that
 *   writes or removes the postings, under one lock per agent.
 */
export const knowledgeIndexSchema: readonly string[] = [
  `CREATE EXTENSION IF NOT EXISTS pg_trgm`,

  `CREATE INDEX knowledge_sources_removed ON knowledge_sources (workspace_id, agent_id, id) WHERE status = 'deleting'`,

  `CREATE TABLE knowledge_chunks (
    workspace_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    source_id uuid NOT NULL,
    generation integer NOT NULL,
    ordinal integer NOT NULL CHECK (ordinal >= 0),
    language text NOT NULL,
    heading text NOT NULL DEFAULT '',
    body text NOT NULL,
    start_offset integer NOT NULL CHECK (start_offset >= 0),
    end_offset integer NOT NULL CHECK (end_offset > start_offset),
    length integer NOT NULL CHECK (length >= 0),
    lexemes text NOT NULL,
    heading_lexemes text NOT NULL DEFAULT '',
    title_lexemes text NOT NULL DEFAULT '',
    PRIMARY KEY (workspace_id, agent_id, id),
    UNIQUE (workspace_id, agent_id, source_id, generation, ordinal)
  )`,

  `CREATE TABLE knowledge_postings (
    workspace_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    lexeme text COLLATE "C" NOT NULL,
    chunk_id bigint NOT NULL,
    tf smallint NOT NULL CHECK (tf >= 0),
    boost real NOT NULL CHECK (boost >= 0),
    length integer NOT NULL,
    PRIMARY KEY (workspace_id, agent_id, lexeme, chunk_id) INCLUDE (tf, boost, length)
  ) WITH (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05)`,

  `CREATE TABLE knowledge_lexemes (
    workspace_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    lexeme text COLLATE "C" NOT NULL,
    chunk_count integer NOT NULL CHECK (chunk_count >= 0),
    PRIMARY KEY (workspace_id, agent_id, lexeme)
  ) WITH (fillfactor = 70)`,

  `CREATE TABLE knowledge_statistics (
    workspace_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    language text NOT NULL,
    chunk_count integer NOT NULL CHECK (chunk_count >= 0),
    total_length bigint NOT NULL CHECK (total_length >= 0),
    PRIMARY KEY (workspace_id, agent_id, language)
  )`,

  `CREATE FUNCTION knowledge_fold(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE WHEN octet_length(word) = char_length(word) THEN word
      ELSE normalize(regexp_replace(normalize(word, NFD), '[\\u0300-\\u036f]', '', 'g'), NFC) END
  $$`,

  // The English stemmer knows no accents and is given words without them; the others need theirs.
  `CREATE FUNCTION knowledge_lexeme(language text, word text) RETURNS text LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $$
    SELECT knowledge_fold((ts_lexize(
      (CASE language WHEN 'simple' THEN 'simple' ELSE language || '_stem' END)::regdictionary,
      CASE language WHEN 'english' THEN knowledge_fold(word) ELSE word END))[1])
  $$`,
];

/** Characters of the longest lexemes that an unknown word can stand for. */
export const LONGEST_MEANT = 42;

/**
 * The lexemes of an agent with one first letter by how they end, for words that are misspelt where they begin. Those that begin
 * alike are neighbours in the primary key.
 */
export const knowledgeEndingsSchema: readonly string[] = [
  `CREATE INDEX knowledge_lexemes_endings ON knowledge_lexemes (workspace_id, agent_id, left(lexeme, 1), reverse(lexeme))
   WHERE length(lexeme) <= ${LONGEST_MEANT}`,
];

/** Undoes {@link knowledgeEndingsSchema}. */
export const knowledgeEndingsTeardown: readonly string[] = [`DROP INDEX knowledge_lexemes_endings`];

/** Undoes {@link knowledgeIndexSchema}; the extension stays, others may use it. */
export const knowledgeIndexTeardown: readonly string[] = [
  `DROP INDEX knowledge_sources_removed`,
  `DROP FUNCTION knowledge_lexeme(text, text)`,
  `DROP FUNCTION knowledge_fold(text)`,
  `DROP TABLE knowledge_statistics, knowledge_lexemes, knowledge_postings, knowledge_chunks`,
];
