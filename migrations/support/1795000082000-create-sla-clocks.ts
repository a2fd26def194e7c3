import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How long people have for the milestones of support requests, what has happened to that, and who was told. */
export class CreateSlaClocks1795000082000 implements MigrationInterface {
  readonly name = 'CreateSlaClocks1795000082000';

  async up(queries: QueryRunner): Promise<void> {
    // The working time of a policy as it was: a clock goes on by the policy that it started with.
    await queries.query(`
      CREATE TABLE sla_snapshots (
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        policy_id uuid NOT NULL,
        policy_version bigint NOT NULL,
        policy_name text NOT NULL,
        calendar jsonb NOT NULL,
        PRIMARY KEY (workspace_id, policy_id, policy_version)
      )`);
    // What the events of a clock come to, so that lists and the sweep need not read them. look_at: when it is next imminent
    // or breaching; null: nothing comes by itself.
    await queries.query(`
      CREATE TABLE sla_clocks (
        workspace_id uuid NOT NULL,
        support_request_id uuid NOT NULL,
        id uuid NOT NULL,
        conversation_id uuid NOT NULL,
        agent_id uuid NOT NULL,
        episode_number bigint NOT NULL,
        milestone text NOT NULL CHECK (milestone IN (
          'first_response', 'next_response', 'handoff_pickup', 'approval_review', 'verified_resolution')),
        number integer NOT NULL,
        policy_id uuid NOT NULL,
        policy_version bigint NOT NULL,
        target_seconds integer NOT NULL,
        status text NOT NULL CHECK (status IN ('pending', 'imminent', 'breaching', 'paused', 'met', 'met_late', 'cancelled')),
        started_at timestamptz(3) NOT NULL,
        running_since timestamptz(3),
        elapsed_ms bigint NOT NULL CHECK (elapsed_ms >= 0),
        warn_at timestamptz(3),
        due_at timestamptz(3),
        paused_at timestamptz(3),
        satisfied_at timestamptz(3),
        satisfied_by_message_id uuid,
        satisfied_by_member_id uuid,
        breached_at timestamptz(3),
        finished_at timestamptz(3),
        look_at timestamptz(3),
        zones text NOT NULL,
        PRIMARY KEY (workspace_id, support_request_id, id),
        UNIQUE (workspace_id, support_request_id, episode_number, milestone, number),
        FOREIGN KEY (workspace_id, support_request_id) REFERENCES support_requests ON DELETE CASCADE
      )`);
    await queries.query('CREATE INDEX sla_clocks_look ON sla_clocks (look_at) WHERE look_at IS NOT NULL');
    await queries.query('CREATE INDEX sla_clocks_zones ON sla_clocks (zones) WHERE finished_at IS NULL');
    await queries.query('CREATE INDEX sla_clocks_started ON sla_clocks (workspace_id, started_at)');
    await queries.query(`
      CREATE TABLE sla_clock_events (
        workspace_id uuid NOT NULL,
        support_request_id uuid NOT NULL,
        clock_id uuid NOT NULL,
        number integer NOT NULL,
        event jsonb NOT NULL,
        recorded_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (workspace_id, support_request_id, clock_id, number),
        FOREIGN KEY (workspace_id, support_request_id, clock_id) REFERENCES sla_clocks ON DELETE CASCADE
      )`);
    await queries.query(`
      CREATE TABLE sla_milestones (
        workspace_id uuid NOT NULL,
        support_request_id uuid NOT NULL,
        id uuid NOT NULL,
        episode_number bigint NOT NULL,
        milestone text NOT NULL,
        message_id uuid NOT NULL,
        outcome text NOT NULL CHECK (outcome IN ('accepted', 'failed', 'uncertain', 'cancelled')),
        reply_type text NOT NULL,
        observed_at timestamptz(3) NOT NULL,
        recorded_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        satisfied boolean NOT NULL,
        not_satisfied_reason text,
        actor_member_id uuid,
        PRIMARY KEY (workspace_id, support_request_id, id),
        UNIQUE (workspace_id, support_request_id, episode_number, milestone, message_id),
        CHECK (satisfied = (not_satisfied_reason IS NULL)),
        FOREIGN KEY (workspace_id, support_request_id) REFERENCES support_requests ON DELETE CASCADE
      )`);
    // Nobody is told twice, whatever happens to a clock afterwards.
    await queries.query(`
      CREATE TABLE sla_alerts (
        workspace_id uuid NOT NULL,
        support_request_id uuid NOT NULL,
        clock_id uuid NOT NULL,
        kind text NOT NULL CHECK (kind IN ('warning', 'breach')),
        at timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (workspace_id, support_request_id, clock_id, kind),
        FOREIGN KEY (workspace_id, support_request_id, clock_id) REFERENCES sla_clocks ON DELETE CASCADE
      )`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE sla_alerts, sla_milestones, sla_clock_events, sla_clocks, sla_snapshots');
  }
}
