import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was changed, by whom, and the sealed batches that show whether it still is as it was written. */
export class CreateAuditLog1795000270000 implements MigrationInterface {
  readonly name = 'CreateAuditLog1795000270000';

  async up(queries: QueryRunner): Promise<void> {
    // The nil UUID stands for no workspace. No foreign key to workspaces: its lock on the workspace would come last in the transaction
    // of every change. No name that ends in account_id: imports translate such ids, and a sealed entry must stay as it is.
    await queries.query(`
      CREATE TABLE audit_entries (
        workspace_id uuid NOT NULL,
        id uuid NOT NULL,
        sequence bigint CHECK (sequence > 0),
        batch_number integer,
        at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        operation_id text NOT NULL CHECK (char_length(operation_id) BETWEEN 1 AND 100),
        surface text NOT NULL CHECK (surface IN ('rest', 'mcp', 'operator', 'system')),
        outcome text NOT NULL CHECK (outcome IN ('succeeded', 'refused')),
        code text CHECK (char_length(code) <= 100),
        count integer NOT NULL CHECK (count > 0),
        actor_kind text NOT NULL
          CHECK (actor_kind IN ('session', 'credential', 'key', 'token', 'visitor', 'operator', 'system')),
        by_account uuid,
        member_id uuid,
        role text CHECK (role IN ('owner', 'admin', 'member')),
        session_id uuid,
        credential_id uuid,
        lineage uuid[],
        key_id uuid,
        token_id uuid,
        subject_type text CHECK (char_length(subject_type) <= 100),
        subject_id uuid,
        related jsonb NOT NULL,
        changes jsonb NOT NULL,
        request_id text CHECK (char_length(request_id) <= 128),
        address text CHECK (char_length(address) <= 64),
        client text CHECK (char_length(client) <= 64),
        salt bytea CHECK (octet_length(salt) = 16),
        address_hash bytea CHECK (octet_length(address_hash) = 32),
        client_hash bytea CHECK (octet_length(client_hash) = 32),
        PRIMARY KEY (workspace_id, id),
        CHECK ((sequence IS NULL) = (batch_number IS NULL)),
        CHECK ((subject_type IS NULL) = (subject_id IS NULL))
      )`);
    await queries.query(`
      CREATE UNIQUE INDEX audit_entries_sequence ON audit_entries (workspace_id, sequence) WHERE sequence IS NOT NULL`);
    await queries.query(
      `CREATE INDEX audit_entries_unsealed ON audit_entries (workspace_id, id) WHERE sequence IS NULL`,
    );
    await queries.query(`
      CREATE INDEX audit_entries_subject ON audit_entries (workspace_id, subject_id, id) WHERE subject_id IS NOT NULL`);
    await queries.query(`
      CREATE INDEX audit_entries_account ON audit_entries (workspace_id, by_account, id) WHERE by_account IS NOT NULL`);
    await queries.query(`CREATE INDEX audit_entries_origin ON audit_entries (at) WHERE salt IS NOT NULL`);
    await queries.query(`
      CREATE TABLE audit_batches (
        workspace_id uuid NOT NULL,
        number integer NOT NULL CHECK (number > 0),
        first_sequence bigint NOT NULL CHECK (first_sequence > 0),
        count integer NOT NULL CHECK (count BETWEEN 1 AND 1000),
        root_hash bytea NOT NULL CHECK (octet_length(root_hash) = 32),
        previous_hash bytea CHECK (octet_length(previous_hash) = 32),
        sealed_at timestamptz(3) NOT NULL,
        signed_by text NOT NULL CHECK (char_length(signed_by) BETWEEN 1 AND 64),
        public_key bytea NOT NULL CHECK (octet_length(public_key) = 32),
        hash bytea NOT NULL CHECK (octet_length(hash) = 32),
        signature bytea NOT NULL CHECK (octet_length(signature) = 64),
        announced_at timestamptz(3),
        entries_removed_at timestamptz(3),
        PRIMARY KEY (workspace_id, number)
      )`);
    await queries.query(`
      CREATE INDEX audit_batches_removable ON audit_batches (workspace_id, number) WHERE entries_removed_at IS NULL`);
    await queries.query(`
      CREATE INDEX audit_batches_unannounced ON audit_batches (workspace_id, number) WHERE announced_at IS NULL`);
    await queries.query(`
      CREATE INDEX audit_batches_announced ON audit_batches (workspace_id, announced_at) WHERE announced_at IS NOT NULL`);
    await queries.query(`
      CREATE TABLE audit_keys (
        key_id text PRIMARY KEY CHECK (char_length(key_id) BETWEEN 1 AND 64),
        public_key bytea NOT NULL CHECK (octet_length(public_key) = 32),
        private_key_sealed bytea NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
      )`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE audit_keys');
    await queries.query('DROP TABLE audit_batches');
    await queries.query('DROP TABLE audit_entries');
  }
}
