import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mail whose sender has died is looked for every second, among all that waits. */
export class IndexMailLeases1795000085000 implements MigrationInterface {
  readonly name = 'IndexMailLeases1795000085000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`CREATE INDEX mail_outbox_leased ON mail_outbox (lease_ends_at) WHERE status = 'sending'`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP INDEX mail_outbox_leased');
  }
}
