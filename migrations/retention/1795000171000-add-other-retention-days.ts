import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Days that features from outside declare. A workspace whose settings the version before writes keeps those that are there. */
export class AddOtherRetentionDays1795000171000 implements MigrationInterface {
  readonly name = 'AddOtherRetentionDays1795000171000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`ALTER TABLE retention_settings ADD COLUMN other_days jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE retention_settings DROP COLUMN other_days');
  }
}
