import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events on their way to subscribers that run after the commit. */
export class CreateEventDeliveries1795000173000 implements MigrationInterface {
  readonly name = 'CreateEventDeliveries1795000173000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE event_deliveries (
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        id uuid NOT NULL,
        subscriber text NOT NULL,
        event text NOT NULL,
        data jsonb NOT NULL,
        published_at timestamptz(3) NOT NULL DEFAULT now(),
        failed_at timestamptz(3),
        due_at timestamptz(3) DEFAULT now(),
        fence bigint NOT NULL DEFAULT 0,
        is_held boolean NOT NULL DEFAULT false,
        attempts integer NOT NULL DEFAULT 0,
        PRIMARY KEY (workspace_id, id)
      )`);
    await queries.query(`
      CREATE INDEX event_deliveries_due ON event_deliveries (due_at) WHERE due_at IS NOT NULL`);
    await queries.query(`
      CREATE INDEX event_deliveries_turns ON event_deliveries (workspace_id, due_at) WHERE due_at IS NOT NULL`);
    await queries.query(`
      CREATE INDEX event_deliveries_failed ON event_deliveries (failed_at) WHERE failed_at IS NOT NULL`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE event_deliveries');
  }
}
