import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The code that creates the first account of an installation: one at most, which a newer one replaces. */
export class CreateSetupCodes1795000330000 implements MigrationInterface {
  readonly name = 'CreateSetupCodes1795000330000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE setup_codes (
        place integer PRIMARY KEY DEFAULT 1 CHECK (place = 1),
        code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
        expires_at timestamptz(3) NOT NULL
      )`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE setup_codes');
  }
}
