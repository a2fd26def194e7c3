import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Replies that may not have reached the customer: lists of conversations count them and filter by them. */
export class IndexUndeliveredReplies1795000175000 implements MigrationInterface {
  readonly name = 'IndexUndeliveredReplies1795000175000';
  readonly transaction = false;

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('DROP INDEX CONCURRENTLY IF EXISTS replies_undelivered');
    await queries.query(`
      CREATE INDEX CONCURRENTLY replies_undelivered ON replies (workspace_id, conversation_id)
      WHERE status IN ('failed', 'uncertain', 'bounced')`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP INDEX replies_undelivered');
  }
}
