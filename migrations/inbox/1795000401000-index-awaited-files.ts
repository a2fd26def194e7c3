import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Replies that wait for their files, by the time at which they fail. */
export class IndexAwaitedFiles1795000401000 implements MigrationInterface {
  readonly name = 'IndexAwaitedFiles1795000401000';
  readonly transaction = false;

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('DROP INDEX CONCURRENTLY IF EXISTS replies_awaiting_files');
    await queries.query(`
      CREATE INDEX CONCURRENTLY replies_awaiting_files ON replies (awaits_files_until)
      WHERE awaits_files_until IS NOT NULL`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP INDEX replies_awaiting_files');
  }
}
