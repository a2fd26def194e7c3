import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The log of a workspace: inbox_events with the data of each event, and a second table for types that members' streams do not have,
 * because the version before streams every row of inbox_events. The service numbers the rows of a transaction through both.
 */
export class CreateEventLog1795000250000 implements MigrationInterface {
  readonly name = 'CreateEventLog1795000250000';

  async up(queries: QueryRunner): Promise<void> {
    // Null: an entry of the stream only, such as typing, or one that the version before has written.
    await queries.query(`
      ALTER TABLE inbox_events
        ADD COLUMN event_id uuid, ADD COLUMN subject_id uuid, ADD COLUMN data jsonb, ADD COLUMN changed text[],
        ADD COLUMN previous jsonb, ADD COLUMN actor_kind text, ADD COLUMN actor_id uuid, ADD COLUMN request_id text,
        ADD COLUMN issued_at timestamptz(3)`);
    await queries.query(`
      CREATE TABLE workspace_events (
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        transaction_id bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
        id bigint NOT NULL,
        event_id uuid NOT NULL,
        type text NOT NULL,
        agent_id uuid,
        agent_ids uuid[],
        conversation_id uuid,
        contact_id uuid,
        subject_id uuid NOT NULL,
        data jsonb NOT NULL,
        changed text[],
        previous jsonb,
        actor_kind text NOT NULL,
        actor_id uuid,
        request_id text,
        -- When the position was issued that the event has since a restore. Null: when it was created.
        issued_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (workspace_id, transaction_id, id),
        FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
      )`);
    await queries.query('CREATE INDEX workspace_events_created ON workspace_events (created_at)');
    await queries.query('CREATE INDEX workspace_events_kept ON workspace_events (workspace_id, created_at)');
    await queries.query(`
      CREATE INDEX workspace_events_conversation ON workspace_events (workspace_id, conversation_id)
      WHERE conversation_id IS NOT NULL`);
    await queries.query(`
      CREATE INDEX workspace_events_contact ON workspace_events (workspace_id, contact_id) WHERE contact_id IS NOT NULL`);
    await queries.query(`
      CREATE INDEX workspace_events_streamed ON workspace_events (workspace_id, transaction_id, id)
      WHERE type = 'conversation.erased'`);
    // Positions that were issued before are expired: events after them may be gone.
    await queries.query(`
      CREATE TABLE event_logs (
        workspace_id uuid PRIMARY KEY REFERENCES workspaces ON DELETE CASCADE,
        readable_since timestamptz(3) NOT NULL
      )`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE event_logs');
    await queries.query('DROP TABLE workspace_events');
    await queries.query(`
      ALTER TABLE inbox_events
        DROP COLUMN event_id, DROP COLUMN subject_id, DROP COLUMN data, DROP COLUMN changed,
        DROP COLUMN previous, DROP COLUMN actor_kind, DROP COLUMN actor_id, DROP COLUMN request_id,
        DROP COLUMN issued_at`);
  }
}
