import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Nothing counts files with shared bytes twice any more: `files_counted_once` serves all that used this index. */
export class DropFilesCounted1795000540000 implements MigrationInterface {
  readonly name = 'DropFilesCounted1795000540000';
  readonly transaction = false;
  readonly exemption = 'the version before counts files by files_counted_once, and no constraint needs this index';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('DROP INDEX CONCURRENTLY IF EXISTS files_counted');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE INDEX files_counted ON files (workspace_id) INCLUDE (size_bytes)
      WHERE sha256 IS NOT NULL AND uploader_id <> 'mail' AND scan <> 'infected'`);
  }
}
