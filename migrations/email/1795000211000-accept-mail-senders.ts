import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Programs whose email a workspace wants, and what marked an email as automatic. */
export class AcceptMailSenders1795000211000 implements MigrationInterface {
  readonly name = 'AcceptMailSenders1795000211000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE inbound_mails ADD COLUMN mark text');
    await queries.query(`
      CREATE TABLE accepted_mail_senders (
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        id uuid NOT NULL,
        address text NOT NULL,
        accepted_by_member_id uuid NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, id),
        UNIQUE (workspace_id, address)
      )`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE accepted_mail_senders');
    await queries.query('ALTER TABLE inbound_mails DROP COLUMN mark');
  }
}
