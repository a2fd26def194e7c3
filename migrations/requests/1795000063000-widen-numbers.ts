import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Numbers that callers may choose up to 2^53 - 1, and what is counted against them. Both tables are written anew while
 * they are locked: counted calls are of the last hour, and support requests are few beside the conversations they are of.
 */
export class WidenNumbers1795000063000 implements MigrationInterface {
  readonly name = 'WidenNumbers1795000063000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE rate_limits ALTER COLUMN hits TYPE bigint');
    await queries.query('ALTER TABLE support_requests ALTER COLUMN episode_number TYPE bigint');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`
      ALTER TABLE support_requests ALTER COLUMN episode_number TYPE integer USING least(episode_number, 2147483647)`);
    await queries.query('ALTER TABLE rate_limits ALTER COLUMN hits TYPE integer USING least(hits, 2147483647)');
  }
}
