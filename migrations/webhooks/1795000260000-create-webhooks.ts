import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Addresses that the events of a workspace are sent to, their secrets, and what was sent. */
export class CreateWebhooks1795000260000 implements MigrationInterface {
  readonly name = 'CreateWebhooks1795000260000';

  async up(queries: QueryRunner): Promise<void> {
    // The columns cursor_…: the position that all matching events up to have been sent or parked as deliveries.
    await queries.query(`
      CREATE TABLE webhooks (
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        id uuid NOT NULL,
        name text CHECK (char_length(name) BETWEEN 1 AND 100),
        url text NOT NULL CHECK (char_length(url) <= 2048),
        events text[] NOT NULL CHECK (cardinality(events) BETWEEN 1 AND 50),
        agent_ids uuid[] CHECK (cardinality(agent_ids) <= 100),
        content text NOT NULL CHECK (content IN ('none', 'current')),
        ordering text NOT NULL CHECK (ordering IN ('subject', 'none')),
        parallelism smallint NOT NULL CHECK (parallelism BETWEEN 1 AND 10),
        state text NOT NULL CHECK (state IN ('active', 'failing', 'paused')),
        pause_reason text CHECK (pause_reason IN (
          'manual', 'gone', 'failing_too_long', 'no_agents', 'secret_unreadable', 'imported', 'restored')),
        cursor_transaction bigint NOT NULL,
        cursor_number bigint NOT NULL,
        cursor_at timestamptz(3) NOT NULL,
        missed_from text,
        missed_to text,
        consecutive_failures integer NOT NULL DEFAULT 0,
        failing_since timestamptz(3),
        probes integer NOT NULL DEFAULT 0,
        resting_until timestamptz(3),
        pace smallint NOT NULL,
        paced smallint NOT NULL DEFAULT 0,
        last_delivered_at timestamptz(3),
        last_failed_at timestamptz(3),
        last_failure_class text,
        last_failure_status smallint,
        mailed jsonb NOT NULL DEFAULT '{}',
        created_by uuid REFERENCES members (id) ON DELETE SET NULL,
        kept_by uuid REFERENCES members (id) ON DELETE SET NULL,
        version integer NOT NULL DEFAULT 1,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        due_at timestamptz(3) DEFAULT now(),
        fence bigint NOT NULL DEFAULT 0,
        is_held boolean NOT NULL DEFAULT false,
        attempts integer NOT NULL DEFAULT 0,
        PRIMARY KEY (workspace_id, id),
        CHECK ((state = 'paused') = (pause_reason IS NOT NULL)),
        CHECK ((missed_from IS NULL) = (missed_to IS NULL))
      )`);
    await queries.query('CREATE INDEX webhooks_due ON webhooks (due_at) WHERE due_at IS NOT NULL');
    await queries.query('CREATE INDEX webhooks_turns ON webhooks (workspace_id, due_at) WHERE due_at IS NOT NULL');
    await queries.query('CREATE INDEX webhooks_created_by ON webhooks (created_by) WHERE created_by IS NOT NULL');
    await queries.query('CREATE INDEX webhooks_kept_by ON webhooks (kept_by) WHERE kept_by IS NOT NULL');
    await queries.query(`
      CREATE TABLE webhook_secrets (
        workspace_id uuid NOT NULL,
        id uuid NOT NULL,
        webhook_id uuid NOT NULL,
        sealed_secret bytea NOT NULL,
        hint text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        expires_at timestamptz(3),
        PRIMARY KEY (workspace_id, id),
        FOREIGN KEY (workspace_id, webhook_id) REFERENCES webhooks ON DELETE CASCADE
      )`);
    await queries.query('CREATE INDEX webhook_secrets_of ON webhook_secrets (workspace_id, webhook_id)');
    await queries.query(
      'CREATE INDEX webhook_secrets_expired ON webhook_secrets (expires_at) WHERE expires_at IS NOT NULL',
    );
    await queries.query(`
      CREATE TABLE webhook_replays (
        workspace_id uuid NOT NULL,
        id uuid NOT NULL,
        webhook_id uuid NOT NULL,
        state text NOT NULL CHECK (state IN ('running', 'done', 'cancelled')),
        from_position text NOT NULL,
        to_position text NOT NULL,
        position text NOT NULL,
        types text[],
        has_read_all boolean NOT NULL DEFAULT false,
        sent integer NOT NULL DEFAULT 0,
        failed integer NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        finished_at timestamptz(3),
        PRIMARY KEY (workspace_id, id),
        FOREIGN KEY (workspace_id, webhook_id) REFERENCES webhooks ON DELETE CASCADE
      )`);
    await queries.query(`
      CREATE UNIQUE INDEX webhook_replays_running ON webhook_replays (workspace_id, webhook_id) WHERE state = 'running'`);
    await queries.query('CREATE INDEX webhook_replays_of ON webhook_replays (workspace_id, webhook_id)');
    await queries.query(
      'CREATE INDEX webhook_replays_old ON webhook_replays (finished_at) WHERE finished_at IS NOT NULL',
    );
    // subject: the conversation or else the record of the event. holds: later events of the subject wait for this one.
    await queries.query(`
      CREATE TABLE webhook_deliveries (
        workspace_id uuid NOT NULL,
        id uuid NOT NULL,
        webhook_id uuid NOT NULL,
        event_id uuid NOT NULL,
        transaction_number bigint NOT NULL,
        event_number bigint NOT NULL,
        positioned_at timestamptz(3) NOT NULL,
        type text NOT NULL,
        agent_id uuid,
        conversation_id uuid,
        contact_id uuid,
        subject text NOT NULL,
        holds boolean NOT NULL,
        state text NOT NULL CHECK (state IN ('pending', 'waiting', 'delivered', 'failed', 'dropped')),
        replay_id uuid,
        attempt_count integer NOT NULL DEFAULT 0,
        first_attempt_at timestamptz(3),
        last_attempt_at timestamptz(3),
        next_attempt_at timestamptz(3),
        status smallint,
        failure_class text,
        attempts jsonb NOT NULL DEFAULT '[]',
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        finished_at timestamptz(3),
        PRIMARY KEY (workspace_id, id),
        FOREIGN KEY (workspace_id, webhook_id) REFERENCES webhooks ON DELETE CASCADE,
        CHECK ((state IN ('pending', 'waiting')) = (finished_at IS NULL)),
        CHECK ((state = 'pending') = (next_attempt_at IS NOT NULL))
      )`);
    await queries.query(
      'CREATE INDEX webhook_deliveries_listed ON webhook_deliveries (workspace_id, webhook_id, id DESC)',
    );
    await queries.query(`
      CREATE INDEX webhook_deliveries_open ON webhook_deliveries
        (workspace_id, webhook_id, transaction_number, event_number) WHERE finished_at IS NULL`);
    await queries.query(`
      CREATE INDEX webhook_deliveries_subjects ON webhook_deliveries
        (workspace_id, webhook_id, subject) WHERE finished_at IS NULL`);
    await queries.query(
      'CREATE INDEX webhook_deliveries_conversations ON webhook_deliveries (workspace_id, conversation_id)',
    );
    await queries.query('CREATE INDEX webhook_deliveries_contacts ON webhook_deliveries (workspace_id, contact_id)');
    await queries.query(`
      CREATE INDEX webhook_deliveries_delivered ON webhook_deliveries (finished_at) WHERE state = 'delivered'`);
    await queries.query(`
      CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (finished_at) WHERE state IN ('failed', 'dropped')`);
    await queries.query(
      'CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (next_attempt_at) WHERE next_attempt_at IS NOT NULL',
    );
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE webhook_deliveries, webhook_replays, webhook_secrets, webhooks');
  }
}
