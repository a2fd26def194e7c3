import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A mail whose sender dies is uncertain only from when it began to hand it over; before, it can be sent again. */
export class MarkMailHandedOver1795000073000 implements MigrationInterface {
  readonly name = 'MarkMailHandedOver1795000073000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE mail_outbox ADD COLUMN handing_over_at timestamptz(3)');
    // Their senders wrote nothing down, so what became of these is not known.
    await queries.query(`UPDATE mail_outbox SET handing_over_at = now() WHERE status = 'sending'`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE mail_outbox DROP COLUMN handing_over_at');
  }
}
