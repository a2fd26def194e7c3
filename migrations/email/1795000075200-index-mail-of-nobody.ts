import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mail of no workspace is measured from the newest on, so that the oldest makes room. */
export class IndexMailOfNobody1795000075200 implements MigrationInterface {
  readonly name = 'IndexMailOfNobody1795000075200';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE INDEX inbound_mails_of_nobody ON inbound_mails (received_at DESC, id DESC) INCLUDE (size_bytes)
      WHERE workspace_id IS NULL AND finished_at IS NOT NULL`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP INDEX inbound_mails_of_nobody');
  }
}
