import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What somebody typed to register an address, apart from the mails that carry its tokens: a registration is proved with
 * its own password, and a mail belongs to one registration or to none.
 */
export class CreateRegistrations1795000062000 implements MigrationInterface {
  readonly name = 'CreateRegistrations1795000062000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE registrations (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
        password_hash text NOT NULL,
        name text NOT NULL,
        -- Made the account: its password opens the sessions that there are before the email is verified.
        founding boolean NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL
      )`);
    await queries.query(`CREATE INDEX registrations_account_id ON registrations (account_id)`);
    await queries.query(`CREATE INDEX registrations_expires_at ON registrations (expires_at)`);
    await queries.query(`
      INSERT INTO registrations (id, account_id, password_hash, name, founding, created_at, expires_at)
      SELECT gen_random_uuid(), t.account_id, t.password_hash, min(t.name),
        coalesce(bool_or(i.password_hash = t.password_hash), false), min(t.created_at), max(t.expires_at)
      FROM email_tokens t LEFT JOIN local_identities i USING (account_id)
      WHERE t.purpose = 'verification' AND t.used_at IS NULL AND t.password_hash IS NOT NULL AND t.name IS NOT NULL
      GROUP BY t.account_id, t.password_hash`);
    await queries.query(`
      ALTER TABLE email_tokens
        ADD COLUMN registration_id uuid REFERENCES registrations ON DELETE CASCADE,
        ADD CHECK (registration_id IS NULL OR purpose = 'verification')`);
    await queries.query(`
      UPDATE email_tokens t SET registration_id = r.id FROM registrations r
      WHERE r.account_id = t.account_id AND r.password_hash = t.password_hash AND t.purpose = 'verification'`);
    await queries.query(`ALTER TABLE email_tokens DROP COLUMN password_hash, DROP COLUMN name`);
    await queries.query(`CREATE INDEX email_tokens_registration_id ON email_tokens (registration_id)`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`ALTER TABLE email_tokens ADD COLUMN password_hash text, ADD COLUMN name text`);
    await queries.query(`
      UPDATE email_tokens t SET password_hash = r.password_hash, name = r.name FROM registrations r
      WHERE r.id = t.registration_id AND t.used_at IS NULL`);
    await queries.query(`ALTER TABLE email_tokens DROP COLUMN registration_id`);
    await queries.query('DROP TABLE registrations');
  }
}
