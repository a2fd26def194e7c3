import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Tables and functions of the index, tenant key first in each.
 *
 * - `knowledge_chunks` holds the passages; `lexemes` has one entry per word of `body`, separated by a space, `-` for a
 *   stop word, so that nothing is stemmed twice. Offsets are UTF-16 code units into the stored text of the source.
 * - `knowledge_postings` is the inverted index. Its primary key covers all that ranking needs of it, so it is read
 *   by index-only scans.
 * - `knowledge_lexemes` and `knowledge_statistics` are the agent's own figures, kept right in the transaction that
 *   writes or removes the postings, under one lock per agent.
 */
const INDEX: readonly string[] = [
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

/** Undoes {@link INDEX}; the extension stays, others may use it. */
const INDEX_TEARDOWN: readonly string[] = [
  `DROP INDEX knowledge_sources_removed`,
  `DROP FUNCTION knowledge_lexeme(text, text)`,
  `DROP FUNCTION knowledge_fold(text)`,
  `DROP TABLE knowledge_statistics, knowledge_lexemes, knowledge_postings, knowledge_chunks`,
];

/** What agents know: sources, what they were made of, and the index that answers are found in. */
export class CreateKnowledge1795000020000 implements MigrationInterface {
  readonly name = 'CreateKnowledge1795000020000';

  async up(queries: QueryRunner): Promise<void> {
    // A source is also the job that indexes it: due_at orders the queue, a lease ends unless the work does, and the
    // fence tells a worker that lost its lease from the one that has it. index_generation is the one that serves.
    await queries.query(`
      CREATE TABLE knowledge_sources (
        workspace_id uuid NOT NULL,
        agent_id uuid NOT NULL,
        id uuid NOT NULL,
        type text NOT NULL CHECK (type IN ('text', 'qna', 'url', 'sitemap', 'file')),
        name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 255),
        status text NOT NULL DEFAULT 'queued'
          CHECK (status IN ('queued', 'fetching', 'processing', 'ready', 'failed', 'deleting')),
        url text,
        media_type text,
        size_bytes bigint NOT NULL CHECK (size_bytes >= 0),
        language text NOT NULL DEFAULT 'simple',
        language_wanted text,
        chunk_count integer NOT NULL DEFAULT 0 CHECK (chunk_count >= 0),
        index_generation integer NOT NULL DEFAULT 0,
        last_indexed_at timestamptz(3),
        failure_class text CHECK (failure_class IN ('unreachable', 'blocked_address', 'unsupported_type', 'too_large',
          'empty', 'parse_error', 'timeout')),
        failure_message text,
        failure_at timestamptz(3),
        due_at timestamptz(3) NOT NULL DEFAULT now(),
        attempts integer NOT NULL DEFAULT 0,
        fence bigint NOT NULL DEFAULT 0,
        lease_ends_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, agent_id, id),
        FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE,
        CHECK ((failure_class IS NULL) = (failure_message IS NULL)),
        CHECK ((failure_class IS NULL) = (failure_at IS NULL)),
        CHECK ((status = 'processing') = (lease_ends_at IS NOT NULL))
      )`);
    await queries.query(`
      CREATE INDEX knowledge_sources_work ON knowledge_sources (due_at)
      WHERE status IN ('queued', 'processing', 'deleting')`);
    // Apart from the source, because lists never need it. text is what the serving index's offsets point into.
    await queries.query(`
      CREATE TABLE knowledge_contents (
        workspace_id uuid NOT NULL,
        agent_id uuid NOT NULL,
        source_id uuid NOT NULL,
        content bytea NOT NULL,
        text text,
        PRIMARY KEY (workspace_id, agent_id, source_id),
        FOREIGN KEY (workspace_id, agent_id, source_id) REFERENCES knowledge_sources ON DELETE CASCADE
      )`);
    for (const statement of INDEX) await queries.query(statement);
    // The index has too many rows for a foreign key each; with its agent it goes by the first columns of its keys.
    await queries.query(`
      CREATE FUNCTION knowledge_forget_agent() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM knowledge_postings WHERE workspace_id = OLD.workspace_id AND agent_id = OLD.id;
        DELETE FROM knowledge_chunks WHERE workspace_id = OLD.workspace_id AND agent_id = OLD.id;
        DELETE FROM knowledge_lexemes WHERE workspace_id = OLD.workspace_id AND agent_id = OLD.id;
        DELETE FROM knowledge_statistics WHERE workspace_id = OLD.workspace_id AND agent_id = OLD.id;
        RETURN NULL;
      END $$`);
    await queries.query(`
      CREATE TRIGGER knowledge_forget_agent AFTER DELETE ON agents
      FOR EACH ROW EXECUTE FUNCTION knowledge_forget_agent()`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TRIGGER knowledge_forget_agent ON agents');
    await queries.query('DROP FUNCTION knowledge_forget_agent()');
    for (const statement of INDEX_TEARDOWN) await queries.query(statement);
    await queries.query('DROP TABLE knowledge_contents, knowledge_sources');
  }
}
