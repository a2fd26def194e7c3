import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Agents, and apart from them what is counted about them: a chat turn writes a counter and never locks its agent. */
export class CreateAgents1795000010000 implements MigrationInterface {
  readonly name = 'CreateAgents1795000010000';

  async up(queries: QueryRunner): Promise<void> {
    // The config objects are stored complete, defaults included, so that a read answers with what it selects.
    await queries.query(`
      CREATE TABLE agents (
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        id uuid NOT NULL,
        name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 255),
        system_prompt text NOT NULL CHECK (char_length(system_prompt) <= 20000),
        status text NOT NULL CHECK (status IN ('draft', 'active', 'inactive')),
        in_transfer boolean NOT NULL DEFAULT false,
        model text NOT NULL,
        temperature double precision NOT NULL CHECK (temperature BETWEEN 0 AND 2),
        rate_limit_per_minute bigint NOT NULL CHECK (rate_limit_per_minute BETWEEN 0 AND 9007199254740991),
        allowed_domains jsonb NOT NULL CHECK (jsonb_typeof(allowed_domains) = 'array'),
        widget_config jsonb NOT NULL,
        notify_config jsonb NOT NULL CHECK (jsonb_typeof(notify_config) = 'object'),
        voice_config jsonb NOT NULL CHECK (jsonb_typeof(voice_config) = 'object'),
        learning_config jsonb NOT NULL CHECK (jsonb_typeof(learning_config) = 'object'),
        escalation_team_id text,
        support_email text,
        website text,
        logo_url text,
        email_from_name text,
        chat_page_enabled boolean NOT NULL DEFAULT false,
        indexable boolean NOT NULL DEFAULT false,
        chat_page_blocked_at timestamptz(3),
        deletion_scheduled_at timestamptz(3),
        deletion_requested_by text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, id),
        CHECK ((deletion_scheduled_at IS NULL) = (deletion_requested_by IS NULL)),
        CHECK (widget_config ->> 'bubblePosition' IN ('bottom-right', 'bottom-left', 'top-right', 'top-left')),
        CHECK (widget_config ->> 'chatPageTheme' IN ('system', 'light', 'dark')),
        CHECK (widget_config ->> 'accentColor' ~ '^#[0-9a-f]{6}$')
      )`);
    await queries.query(
      `CREATE INDEX agents_deletion ON agents (deletion_scheduled_at) WHERE deletion_scheduled_at IS NOT NULL`,
    );
    // Room on the page lets an update stay there and touch no index.
    await queries.query(`
      CREATE TABLE agent_counters (
        workspace_id uuid NOT NULL,
        agent_id uuid NOT NULL,
        message_count bigint NOT NULL DEFAULT 0 CHECK (message_count >= 0),
        conversation_count bigint NOT NULL DEFAULT 0 CHECK (conversation_count >= 0),
        handed_off_count bigint NOT NULL DEFAULT 0 CHECK (handed_off_count BETWEEN 0 AND conversation_count),
        source_count bigint NOT NULL DEFAULT 0 CHECK (source_count >= 0),
        PRIMARY KEY (workspace_id, agent_id),
        FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE
      ) WITH (fillfactor = 50)`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE agent_counters, agents');
  }
}
