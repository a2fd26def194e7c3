import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a workspace promises its customers, and for which of their requests. */
export class CreateSlaPolicies1795000076000 implements MigrationInterface {
  readonly name = 'CreateSlaPolicies1795000076000';

  async up(queries: QueryRunner): Promise<void> {
    // Agents without a foreign key: a policy whose only agent is purged must match nothing, and not everything.
    await queries.query(`
      CREATE TABLE sla_policies (
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        id uuid NOT NULL,
        name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
        position integer NOT NULL CHECK (position >= 1),
        enabled boolean NOT NULL,
        agent_ids uuid[] NOT NULL CHECK (cardinality(agent_ids) <= 200),
        priorities text[] NOT NULL CHECK (priorities <@ ARRAY['low', 'normal', 'high', 'urgent']),
        targets jsonb NOT NULL CHECK (jsonb_array_length(targets) BETWEEN 1 AND 5),
        pause_on text[] CHECK (pause_on <@ ARRAY['customer', 'third_party', 'internal']),
        calendar jsonb NOT NULL,
        version bigint NOT NULL DEFAULT 1 CHECK (version >= 1),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, id),
        CONSTRAINT sla_policies_position UNIQUE (workspace_id, position) DEFERRABLE INITIALLY DEFERRED
      )`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE sla_policies');
  }
}
