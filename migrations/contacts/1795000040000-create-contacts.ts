import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The people that a workspace talks to. */
export class CreateContacts1795000040000 implements MigrationInterface {
  readonly name = 'CreateContacts1795000040000';

  async up(queries: QueryRunner): Promise<void> {
    // Contacts are listed by seq and not by id: processes whose clocks differ make ids that are out of order.
    await queries.query(`
      CREATE TABLE contacts (
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        id uuid NOT NULL,
        seq bigint GENERATED ALWAYS AS IDENTITY,
        agent_ids uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(agent_ids) <= 200),
        external_id text CHECK (char_length(external_id) BETWEEN 1 AND 128),
        name text CHECK (char_length(name) BETWEEN 1 AND 255),
        email text CHECK (char_length(email) <= 254 AND email = lower(email COLLATE "C")),
        phone text CHECK (phone ~ '^\\+[1-9][0-9]{1,14}$'),
        company text CHECK (char_length(company) BETWEEN 1 AND 255),
        locale text CHECK (char_length(locale) <= 64),
        timezone text CHECK (char_length(timezone) <= 64),
        notes text CHECK (char_length(notes) <= 10000),
        attributes jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(attributes) = 'object'),
        blocked boolean NOT NULL DEFAULT false,
        search_text text NOT NULL,
        last_seen_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, id),
        CHECK (num_nonnulls(name, email, phone, external_id) >= 1)
      )`);
    await queries.query('CREATE UNIQUE INDEX contacts_seq ON contacts (workspace_id, seq)');
    await queries.query('CREATE UNIQUE INDEX contacts_external_id ON contacts (workspace_id, external_id)');
    await queries.query('CREATE INDEX contacts_email ON contacts (workspace_id, email) WHERE email IS NOT NULL');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE contacts');
  }
}
