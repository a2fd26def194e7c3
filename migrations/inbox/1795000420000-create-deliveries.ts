import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Emails of a reply to further people: one for each of them, with a state of its own. */
export class CreateDeliveries1795000420000 implements MigrationInterface {
  readonly name = 'CreateDeliveries1795000420000';

  async up(queries: QueryRunner): Promise<void> {
    // Signed addresses name a delivery by its id, and no workspace.
    // The first recipient has no row here: the reply itself is the delivery to that person.
    // dispatch_after_at: null until the reply is first claimed, with which the delivery is claimed, too.
    await queries.query(`
      CREATE TABLE deliveries (
        workspace_id uuid NOT NULL,
        conversation_id uuid NOT NULL,
        message_id uuid NOT NULL,
        id uuid NOT NULL UNIQUE,
        position integer NOT NULL CHECK (position > 0),
        kind text NOT NULL CHECK (kind IN ('to', 'cc', 'bcc')),
        address text NOT NULL,
        status text NOT NULL DEFAULT 'queued'
          CHECK (status IN ('queued', 'sending', 'sent', 'undone', 'failed', 'uncertain', 'bounced')),
        dispatch_after_at timestamptz(3),
        sent_at timestamptz(3),
        attempts integer NOT NULL DEFAULT 0,
        fence bigint NOT NULL DEFAULT 0,
        lease_ends_at timestamptz(3),
        handing_over_at timestamptz(3),
        failure jsonb,
        server_message_id text,
        delivered_at timestamptz(3),
        bounce jsonb,
        settled_by jsonb,
        counted_on date,
        PRIMARY KEY (workspace_id, conversation_id, message_id, id),
        UNIQUE (workspace_id, conversation_id, message_id, address),
        FOREIGN KEY (workspace_id, conversation_id, message_id) REFERENCES replies ON DELETE CASCADE,
        CHECK ((status = 'sending') = (lease_ends_at IS NOT NULL)),
        CHECK (status <> 'sent' OR sent_at IS NOT NULL),
        CHECK (sent_at IS NULL OR status IN ('sent', 'bounced')),
        CHECK (status <> 'uncertain' OR handing_over_at IS NOT NULL),
        CHECK (handing_over_at IS NULL OR status NOT IN ('queued', 'undone')),
        CHECK (status <> 'bounced' OR bounce IS NOT NULL)
      )`);
    await queries.query('CREATE INDEX deliveries_address ON deliveries (workspace_id, address)');
    await queries.query(`
      CREATE INDEX deliveries_due ON deliveries (dispatch_after_at) WHERE status = 'queued' AND dispatch_after_at IS NOT NULL`);
    await queries.query(`
      CREATE INDEX deliveries_turns ON deliveries (workspace_id, dispatch_after_at)
      WHERE status = 'queued' AND dispatch_after_at IS NOT NULL`);
    await queries.query(`CREATE INDEX deliveries_leased ON deliveries (lease_ends_at) WHERE status = 'sending'`);
    await queries.query(`
      CREATE INDEX deliveries_undelivered ON deliveries (workspace_id, conversation_id)
      WHERE status IN ('failed', 'uncertain', 'bounced')`);
    await queries.query(`
      CREATE INDEX deliveries_server_message_id ON deliveries (workspace_id, server_message_id)
      WHERE server_message_id IS NOT NULL`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE deliveries');
  }
}
