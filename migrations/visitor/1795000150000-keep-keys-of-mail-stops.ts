import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What visitor_mail_stops were hashed with before SECRET_KEY was changed, sealed. */
export class KeepKeysOfMailStops1795000150000 implements MigrationInterface {
  readonly name = 'KeepKeysOfMailStops1795000150000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE visitor_mail_stop_keys (
        hash bytea NOT NULL PRIMARY KEY CHECK (octet_length(hash) = 32),
        sealed bytea NOT NULL
      )`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE visitor_mail_stop_keys');
  }
}
