import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files that messages and notes carry are found by the words of their names, as `message_attachments` are. */
export class SearchFiles1795000380000 implements MigrationInterface {
  readonly name = 'SearchFiles1795000380000';
  readonly transaction = false;

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('DROP INDEX CONCURRENTLY IF EXISTS files_search');
    await queries.query(`
      CREATE INDEX CONCURRENTLY files_search ON files
      USING gin (array_to_tsvector(conversation_search_terms(right(workspace_id::text, 12), file_name)))
      WITH (fastupdate = off) WHERE message_id IS NOT NULL`);
    // A file is older than what carries it, which is the one that counts.
    await queries.query('DROP INDEX CONCURRENTLY IF EXISTS files_newest');
    await queries.query(`
      CREATE INDEX CONCURRENTLY files_newest ON files (workspace_id, message_id DESC, id DESC)
      WHERE message_id IS NOT NULL`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP INDEX files_search, files_newest');
  }
}
