import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Files are kept in pieces as they arrive. A file that a source was made of has no row in knowledge_files any more: its pieces
 * are then the source's, whose id is the file's.
 */
export class KeepSourceFiles1795000102000 implements MigrationInterface {
  readonly name = 'KeepSourceFiles1795000102000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE knowledge_files (
        workspace_id uuid NOT NULL,
        agent_id uuid NOT NULL,
        id uuid NOT NULL,
        media_type text NOT NULL,
        size_bytes bigint NOT NULL DEFAULT 0 CHECK (size_bytes >= 0),
        is_complete boolean NOT NULL DEFAULT false,
        due_at timestamptz(3) NOT NULL,
        PRIMARY KEY (workspace_id, agent_id, id),
        FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE
      )`);
    await queries.query('CREATE INDEX knowledge_files_due ON knowledge_files (due_at)');
    await queries.query(`
      CREATE TABLE knowledge_file_pieces (
        workspace_id uuid NOT NULL,
        agent_id uuid NOT NULL,
        file_id uuid NOT NULL,
        start_at bigint NOT NULL CHECK (start_at >= 0),
        bytes bytea NOT NULL,
        PRIMARY KEY (workspace_id, agent_id, file_id, start_at),
        FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE
      )`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE knowledge_file_pieces, knowledge_files');
  }
}
