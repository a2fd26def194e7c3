import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * From where an account has proved its password lately, so that guesses from elsewhere keep nobody out at home. Addresses
 * are keyed hashes, different for each account: the table tells neither where somebody lives nor who lives together.
 */
export class CreateAccountAddresses1795000062001 implements MigrationInterface {
  readonly name = 'CreateAccountAddresses1795000062001';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE account_addresses (
        account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
        address_hash bytea NOT NULL CHECK (length(address_hash) = 32),
        known_until timestamptz(3) NOT NULL,
        PRIMARY KEY (account_id, address_hash)
      )`);
    await queries.query(`CREATE INDEX account_addresses_known_until ON account_addresses (known_until)`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE account_addresses');
  }
}
