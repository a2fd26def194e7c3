import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What vendors announce or prove before their email is stored. */
export class TakeMailOfVendors1795000230200 implements MigrationInterface {
  readonly name = 'TakeMailOfVendors1795000230200';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE inbound_mails ADD cut_short text');
    // details: what the event says of the email, until it is stored. turn_of: all events have their turn together.
    await queries.query(`
      CREATE TABLE inbound_mail_events (
        id uuid PRIMARY KEY,
        event_id text NOT NULL UNIQUE,
        details jsonb,
        turn_of uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
        received_at timestamptz(3) NOT NULL DEFAULT now(),
        due_at timestamptz(3),
        fence bigint NOT NULL DEFAULT 0,
        is_held boolean NOT NULL DEFAULT false,
        attempts integer NOT NULL DEFAULT 0
      )`);
    await queries.query(`
      CREATE INDEX inbound_mail_events_due ON inbound_mail_events (turn_of, due_at) WHERE due_at IS NOT NULL`);
    await queries.query(
      'CREATE INDEX inbound_mail_events_all_due ON inbound_mail_events (due_at) WHERE due_at IS NOT NULL',
    );
    await queries.query('CREATE INDEX inbound_mail_events_received ON inbound_mail_events (received_at)');
    await queries.query(`
      CREATE TABLE inbound_mail_tokens (
        token text PRIMARY KEY,
        digest bytea NOT NULL CHECK (length(digest) = 32),
        seen_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await queries.query('CREATE INDEX inbound_mail_tokens_seen ON inbound_mail_tokens (seen_at)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE inbound_mail_tokens, inbound_mail_events');
    await queries.query('ALTER TABLE inbound_mails DROP cut_short');
  }
}
