import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  files_sharing: 'files (workspace_id, bytes_of) WHERE bytes_of IS NOT NULL',
  // What a workspace stores, as files_counted, with shared bytes once.
  files_counted_once: `files (workspace_id) INCLUDE (size_bytes)
    WHERE sha256 IS NOT NULL AND uploader_id <> 'mail' AND scan <> 'infected' AND bytes_of IS NULL`,
};

/** Files that share the bytes of another one. */
export class IndexSharedFiles1795000481000 implements MigrationInterface {
  readonly name = 'IndexSharedFiles1795000481000';
  readonly transaction = false;

  async up(queries: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(INDEXES)) {
      await queries.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await queries.query(`CREATE INDEX CONCURRENTLY ${name} ON ${columns}`);
    }
    await queries.query('ALTER TABLE files VALIDATE CONSTRAINT files_bytes_of_fkey');
    await queries.query('ALTER TABLE files VALIDATE CONSTRAINT files_due_check');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`DROP INDEX ${Object.keys(INDEXES).join(', ')}`);
  }
}
