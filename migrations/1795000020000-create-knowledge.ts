import type { MigrationInterface, QueryRunner } from 'typeorm';
import { knowledgeIndexSchema, knowledgeIndexTeardown } from '../src/knowledge/retrieval/schema.sql';

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
    for (const statement of knowledgeIndexSchema) await queries.query(statement);
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
    for (const statement of knowledgeIndexTeardown) await queries.query(statement);
    await queries.query('DROP TABLE knowledge_contents, knowledge_sources');
  }
}
