import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Retention deletes the oldest events of one workspace. */
export class FindOldInboxEvents1795000250100 implements MigrationInterface {
  readonly name = 'FindOldInboxEvents1795000250100';
  readonly transaction = false;

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('DROP INDEX CONCURRENTLY IF EXISTS inbox_events_kept');
    await queries.query('CREATE INDEX CONCURRENTLY inbox_events_kept ON inbox_events (workspace_id, created_at)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP INDEX inbox_events_kept');
  }
}
