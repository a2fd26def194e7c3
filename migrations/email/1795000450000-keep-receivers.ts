import type { MigrationInterface, QueryRunner } from 'typeorm';

/** To whom an email was sent, for replies to all of them. */
export class KeepReceivers1795000450000 implements MigrationInterface {
  readonly name = 'KeepReceivers1795000450000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`ALTER TABLE message_mails ADD COLUMN receivers text[] NOT NULL DEFAULT '{}'`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE message_mails DROP COLUMN receivers');
  }
}
