import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What passages mean, as vectors of length 1, and what has yet to be embedded.
 *
 * - `knowledge_embeddings` has one row for each passage that an embeddings server has been given. The row goes with the
 *   passage. Vectors are arrays, which pgvector's functions take as well: the tables are the same with and without it.
 * - `knowledge_embedding_sets` counts the writes of an agent, one after the other: `version` tells a process that keeps an
 *   agent's vectors in memory which of them are new to it.
 * - `knowledge_embedding_jobs` is the queue: a source stands in it until its passages have embeddings.
 */
export class CreateKnowledgeEmbeddings1795000110000 implements MigrationInterface {
  readonly name = 'CreateKnowledgeEmbeddings1795000110000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE workspace_model_settings ADD COLUMN embedding_model text');
    await queries.query('ALTER TABLE knowledge_sources ADD COLUMN embedded_by text');
    await queries.query(`
      CREATE TABLE knowledge_embeddings (
        workspace_id uuid NOT NULL,
        agent_id uuid NOT NULL,
        chunk_id bigint NOT NULL,
        made_by text NOT NULL,
        version bigint NOT NULL,
        embedding real[] NOT NULL CHECK (cardinality(embedding) > 0),
        PRIMARY KEY (workspace_id, agent_id, chunk_id),
        FOREIGN KEY (workspace_id, agent_id, chunk_id) REFERENCES knowledge_chunks ON DELETE CASCADE
      )`);
    // Such numbers do not compress.
    await queries.query('ALTER TABLE knowledge_embeddings ALTER COLUMN embedding SET STORAGE EXTERNAL');
    await queries.query(`
      CREATE INDEX knowledge_embeddings_written ON knowledge_embeddings (workspace_id, agent_id, version, chunk_id)`);
    await queries.query(`
      CREATE TABLE knowledge_embedding_sets (
        workspace_id uuid NOT NULL,
        agent_id uuid NOT NULL,
        version bigint NOT NULL,
        PRIMARY KEY (workspace_id, agent_id),
        FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE
      )`);
    await queries.query(`
      CREATE TABLE knowledge_embedding_jobs (
        workspace_id uuid NOT NULL,
        agent_id uuid NOT NULL,
        source_id uuid NOT NULL,
        due_at timestamptz(3) NOT NULL DEFAULT now(),
        attempts integer NOT NULL DEFAULT 0,
        fence bigint NOT NULL DEFAULT 0,
        PRIMARY KEY (workspace_id, agent_id, source_id),
        FOREIGN KEY (workspace_id, agent_id, source_id) REFERENCES knowledge_sources ON DELETE CASCADE
      )`);
    await queries.query('CREATE INDEX knowledge_embedding_jobs_due ON knowledge_embedding_jobs (due_at)');
    // Where the server has it, and the role may install it; searching in memory serves otherwise.
    await queries.query(`
      DO $$ BEGIN
        IF EXISTS (SELECT FROM pg_available_extensions WHERE name = 'vector') THEN
          CREATE EXTENSION IF NOT EXISTS vector;
        END IF;
      EXCEPTION WHEN insufficient_privilege THEN NULL;
      END $$`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE knowledge_embedding_jobs, knowledge_embedding_sets, knowledge_embeddings');
    await queries.query('ALTER TABLE knowledge_sources DROP COLUMN embedded_by');
    await queries.query('ALTER TABLE workspace_model_settings DROP COLUMN embedding_model');
  }
}
