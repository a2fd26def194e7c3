import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Email that members forward for customers, and whether an agent takes it as such. */
export class ForwardMailByMembers1795000210000 implements MigrationInterface {
  readonly name = 'ForwardMailByMembers1795000210000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE messages ADD COLUMN forwarded_by_member_id uuid');
    // An agent without a row has the default settings.
    await queries.query(`
      CREATE TABLE agent_mail_settings (
        workspace_id uuid NOT NULL,
        agent_id uuid NOT NULL,
        staff_forwarding text NOT NULL CHECK (staff_forwarding IN ('verified', 'off')),
        PRIMARY KEY (workspace_id, agent_id),
        FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE
      )`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE agent_mail_settings');
    await queries.query('ALTER TABLE messages DROP COLUMN forwarded_by_member_id');
  }
}
