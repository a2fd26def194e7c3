import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mail that a transaction promised and the worker sends; the message is sealed, because it holds a single-use token. */
export class CreateMailOutbox1795000003000 implements MigrationInterface {
  readonly name = 'CreateMailOutbox1795000003000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE mail_outbox (
        id uuid PRIMARY KEY,
        message bytea,
        status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'sending', 'sent', 'failed', 'uncertain')),
        attempts integer NOT NULL DEFAULT 0,
        fence bigint NOT NULL DEFAULT 0,
        due_at timestamptz(3) NOT NULL DEFAULT now(),
        lease_ends_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        finished_at timestamptz(3)
      )`);
    await queries.query(`CREATE INDEX mail_outbox_due ON mail_outbox (due_at) WHERE status IN ('queued', 'sending')`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE mail_outbox');
  }
}
