import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The country of phone numbers without a country code. */
export class AddDefaultCountry1795000230100 implements MigrationInterface {
  readonly name = 'AddDefaultCountry1795000230100';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`ALTER TABLE workspaces ADD default_country text`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE workspaces DROP default_country');
  }
}
