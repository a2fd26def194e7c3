import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How long workspaces keep what was said; null: for ever, or as long as the service keeps it anyway. */
export class CreateRetentionSettings1795000151000 implements MigrationInterface {
  readonly name = 'CreateRetentionSettings1795000151000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE retention_settings (
        workspace_id uuid NOT NULL PRIMARY KEY REFERENCES workspaces ON DELETE CASCADE,
        conversation_days integer CHECK (conversation_days BETWEEN 7 AND 3650),
        turn_days integer CHECK (turn_days BETWEEN 2 AND 3650),
        gap_days integer CHECK (gap_days BETWEEN 1 AND 3650),
        mail_days integer CHECK (mail_days BETWEEN 7 AND 90),
        updated_at timestamptz(3) NOT NULL,
        updated_by uuid NOT NULL,
        due_at timestamptz(3) NOT NULL
      )`);
    await queries.query('CREATE INDEX retention_settings_due ON retention_settings (due_at)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE retention_settings');
  }
}
