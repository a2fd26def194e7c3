import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tenants: workspaces, who is in them, and the keys that machines reach them with. */
export class CreateWorkspaces1795000002000 implements MigrationInterface {
  readonly name = 'CreateWorkspaces1795000002000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE workspaces (
        id uuid PRIMARY KEY,
        owner_account_id uuid NOT NULL REFERENCES accounts,
        name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 255),
        name_key text NOT NULL,
        plan_id text NOT NULL DEFAULT 'free',
        timezone text NOT NULL DEFAULT 'UTC',
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT workspaces_owner_name UNIQUE (owner_account_id, name_key)
      )`);
    // restricted_agent_ids null: every agent; an empty array: none.
    await queries.query(`
      CREATE TABLE members (
        id uuid NOT NULL UNIQUE,
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
        role text NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
        restricted_agent_ids uuid[],
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, account_id),
        CHECK (role = 'member' OR restricted_agent_ids IS NULL)
      )`);
    await queries.query(`CREATE INDEX members_account_id ON members (account_id)`);
    await queries.query(`
      CREATE TABLE invitations (
        id uuid PRIMARY KEY,
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        email text NOT NULL CHECK (email = lower(email COLLATE "C")),
        role text NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
        restricted_agent_ids uuid[],
        token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
        invited_by_account_id uuid NOT NULL REFERENCES accounts,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL,
        accepted_at timestamptz(3),
        revoked_at timestamptz(3),
        CHECK (role = 'member' OR restricted_agent_ids IS NULL)
      )`);
    await queries.query(`CREATE INDEX invitations_workspace ON invitations (workspace_id, id)`);
    // An address has one invitation to a workspace at a time: a newer one ends the older.
    await queries.query(`
      CREATE UNIQUE INDEX invitations_one_open ON invitations (workspace_id, email)
      WHERE accepted_at IS NULL AND revoked_at IS NULL`);
    await queries.query(`
      CREATE TABLE workspace_keys (
        id uuid PRIMARY KEY,
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        name text NOT NULL,
        scopes text[] NOT NULL CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['agents:read', 'chat:write']),
        secret_hash bytea NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
        secret_prefix text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        last_used_at timestamptz(3),
        revoked_at timestamptz(3)
      )`);
    await queries.query(`CREATE INDEX workspace_keys_workspace ON workspace_keys (workspace_id, id)`);
    // No foreign key to the key: it would lock the key's row for every token. A token counts only together with its key,
    // which is read along with it, so one whose key is gone is worth nothing and expires.
    await queries.query(`
      CREATE TABLE access_tokens (
        id uuid PRIMARY KEY,
        workspace_id uuid NOT NULL,
        key_id uuid NOT NULL,
        audience text NOT NULL CHECK (audience IN ('rest', 'mcp')),
        scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
        secret_hash bytea NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3) NOT NULL
      )`);
    await queries.query(`CREATE INDEX access_tokens_expires_at ON access_tokens (expires_at)`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE access_tokens, workspace_keys, invitations, members, workspaces');
  }
}
