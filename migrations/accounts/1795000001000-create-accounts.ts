import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who people are: accounts, how they prove it, their sessions and the machine credentials that they issue. */
export class CreateAccounts1795000001000 implements MigrationInterface {
  readonly name = 'CreateAccounts1795000001000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE accounts (
        id uuid PRIMARY KEY,
        email text NOT NULL UNIQUE CHECK (email = lower(email COLLATE "C")),
        name text NOT NULL,
        email_verified_at timestamptz(3),
        password_version integer NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    // Owned by the local identity service alone, so that another one can take its place.
    await queries.query(`
      CREATE TABLE local_identities (
        account_id uuid PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
        password_hash text NOT NULL,
        updated_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    // A registration brings its own password and name, which count only once its own mail is answered.
    await queries.query(`
      CREATE TABLE email_tokens (
        token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
        account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
        purpose text NOT NULL CHECK (purpose IN ('verification', 'password_reset')),
        password_hash text,
        name text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL,
        used_at timestamptz(3)
      )`);
    await queries.query(`CREATE INDEX email_tokens_account_id ON email_tokens (account_id, purpose)`);
    // A session without a secret is the server-side issuer of a bootstrapped credential: nobody can sign in with it.
    await queries.query(`
      CREATE TABLE sessions (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
        secret_hash bytea UNIQUE CHECK (length(secret_hash) = 32),
        user_agent text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL,
        last_seen_at timestamptz(3) NOT NULL DEFAULT now(),
        revoked_at timestamptz(3)
      )`);
    await queries.query(`CREATE INDEX sessions_account_id ON sessions (account_id)`);
    await queries.query(`
      CREATE TABLE account_credentials (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
        issuer_session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
        parent_credential_id uuid REFERENCES account_credentials,
        name text NOT NULL,
        secret_hash bytea NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
        secret_prefix text NOT NULL,
        audience text NOT NULL CHECK (audience IN ('rest', 'mcp')),
        scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
        issued_by text NOT NULL CHECK (issued_by IN ('bootstrap', 'session', 'credential', 'rotation')),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL CHECK (expires_at <= created_at + interval '24 hours'),
        last_used_at timestamptz(3),
        rotated_at timestamptz(3),
        replaces_id uuid UNIQUE REFERENCES account_credentials,
        replaced_by_id uuid REFERENCES account_credentials,
        revoked_at timestamptz(3),
        revocation_reason text,
        CHECK ((rotated_at IS NULL) = (replaced_by_id IS NULL))
      )`);
    await queries.query(`CREATE INDEX account_credentials_account_id ON account_credentials (account_id, id DESC)`);
    await queries.query(`CREATE INDEX account_credentials_parent ON account_credentials (parent_credential_id)`);
    await queries.query(`CREATE INDEX account_credentials_session ON account_credentials (issuer_session_id)`);
    await queries.query(`
      CREATE TABLE account_credential_events (
        id uuid PRIMARY KEY,
        credential_id uuid NOT NULL REFERENCES account_credentials ON DELETE CASCADE,
        kind text NOT NULL CHECK (kind IN ('issued', 'renamed', 'narrowed', 'rotated', 'revoked')),
        at timestamptz(3) NOT NULL DEFAULT now(),
        by_kind text NOT NULL CHECK (by_kind IN ('password', 'session', 'credential')),
        by_id uuid
      )`);
    await queries.query(
      `CREATE INDEX account_credential_events_credential ON account_credential_events (credential_id, id)`,
    );
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(
      'DROP TABLE account_credential_events, account_credentials, sessions, email_tokens, local_identities, accounts',
    );
  }
}
