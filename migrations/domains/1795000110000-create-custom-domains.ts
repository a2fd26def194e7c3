import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Host names of customers' own under which an agent's chat page answers. */
export class CreateCustomDomains1795000110000 implements MigrationInterface {
  readonly name = 'CreateCustomDomains1795000110000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE custom_domains (
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        id uuid NOT NULL,
        agent_id uuid NOT NULL,
        domain text NOT NULL CHECK (domain = lower(domain) AND char_length(domain) BETWEEN 4 AND 253),
        status text NOT NULL CHECK (status IN ('pending_dns', 'verifying', 'active', 'degraded', 'failed')),
        ownership_token text NOT NULL,
        ownership_ok boolean NOT NULL DEFAULT false,
        ownership_observed jsonb NOT NULL DEFAULT '[]',
        routing_ok boolean NOT NULL DEFAULT false,
        routing_observed jsonb NOT NULL DEFAULT '[]',
        certificate jsonb,
        last_checked_at timestamptz(3),
        last_error text,
        waiting_since timestamptz(3) NOT NULL,
        lost_since timestamptz(3),
        unsettled_checks integer NOT NULL DEFAULT 0,
        verify_asked_at timestamptz(3),
        due_at timestamptz(3),
        lease_ends_at timestamptz(3),
        created_at timestamptz(3) NOT NULL,
        PRIMARY KEY (workspace_id, id),
        FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE
      )`);
    // A host name that was given up is free for others. So nobody keeps one that they never owned.
    await queries.query(`
      CREATE UNIQUE INDEX custom_domains_domain ON custom_domains (domain) WHERE status <> 'failed'`);
    await queries.query(`
      CREATE UNIQUE INDEX custom_domains_workspace ON custom_domains (workspace_id, domain)`);
    await queries.query('CREATE INDEX custom_domains_due ON custom_domains (due_at)');
    await queries.query('CREATE INDEX custom_domains_agent ON custom_domains (workspace_id, agent_id)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE custom_domains');
  }
}
