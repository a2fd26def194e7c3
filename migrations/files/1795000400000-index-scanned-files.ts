import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  files_work: 'files (workspace_id, work_due_at) WHERE work_due_at IS NOT NULL',
  files_work_due: 'files (work_due_at) WHERE work_due_at IS NOT NULL',
  // What a workspace stores, as files_stored, without files of incoming email and those whose bytes are deleted.
  files_counted: `files (workspace_id) INCLUDE (size_bytes)
    WHERE sha256 IS NOT NULL AND uploader_id <> 'mail' AND scan <> 'infected'`,
};

/** Files with work to do. */
export class IndexScannedFiles1795000400000 implements MigrationInterface {
  readonly name = 'IndexScannedFiles1795000400000';
  readonly transaction = false;

  async up(queries: QueryRunner): Promise<void> {
    for (const [name, columns] of Object.entries(INDEXES)) {
      await queries.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await queries.query(`CREATE INDEX CONCURRENTLY ${name} ON ${columns}`);
    }
    await queries.query('ALTER TABLE files VALIDATE CONSTRAINT files_scan_check');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`DROP INDEX ${Object.keys(INDEXES).join(', ')}`);
  }
}
