import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A mail server that reports about a mail names the mail alone. */
export class FindNotificationsByMail1795000142100 implements MigrationInterface {
  readonly name = 'FindNotificationsByMail1795000142100';
  readonly transaction = false;

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('DROP INDEX CONCURRENTLY IF EXISTS member_notifications_mail');
    await queries.query(`
      CREATE INDEX CONCURRENTLY member_notifications_mail ON member_notifications (mail_id) WHERE mail_id IS NOT NULL`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP INDEX IF EXISTS member_notifications_mail');
  }
}
