import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Members restricted to agents decide for their agents only. A sender that was accepted before remains so for all agents. */
export class AcceptMailSendersByAgent1795000300000 implements MigrationInterface {
  readonly name = 'AcceptMailSendersByAgent1795000300000';
  readonly exemption =
    'the table is small, and the version before inserts with ON CONFLICT DO NOTHING, which names no key';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      ALTER TABLE accepted_mail_senders
        ADD COLUMN agent_id uuid,
        ADD FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE,
        DROP CONSTRAINT accepted_mail_senders_workspace_id_address_key,
        ADD CONSTRAINT accepted_mail_senders_key UNIQUE NULLS NOT DISTINCT (workspace_id, address, agent_id)`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`
      DELETE FROM accepted_mail_senders s USING accepted_mail_senders o
      WHERE o.workspace_id = s.workspace_id AND o.address = s.address AND o.id < s.id`);
    await queries.query(`
      ALTER TABLE accepted_mail_senders
        DROP CONSTRAINT accepted_mail_senders_key,
        DROP COLUMN agent_id,
        ADD UNIQUE (workspace_id, address)`);
  }
}
