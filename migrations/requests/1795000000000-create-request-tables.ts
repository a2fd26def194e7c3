import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What every request may need: counted calls and remembered responses. */
export class CreateRequestTables1795000000000 implements MigrationInterface {
  readonly name = 'CreateRequestTables1795000000000';

  async up(queries: QueryRunner): Promise<void> {
    // Unlogged: written on every limited call, and worth nothing after a crash of the database.
    await queries.query(`
      CREATE UNLOGGED TABLE rate_limits (
        key text PRIMARY KEY,
        hits integer NOT NULL CHECK (hits > 0),
        window_ends_at timestamptz NOT NULL
      ) WITH (fillfactor = 50)`);
    await queries.query(`CREATE INDEX rate_limits_window_ends_at ON rate_limits (window_ends_at)`);
    await queries.query(`
      CREATE TABLE idempotency_keys (
        caller text NOT NULL,
        operation text NOT NULL,
        key text NOT NULL,
        fingerprint bytea NOT NULL,
        response bytea NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (caller, operation, key)
      )`);
    await queries.query(`CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at)`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE idempotency_keys, rate_limits');
  }
}
