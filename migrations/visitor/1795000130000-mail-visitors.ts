import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when a visitor who left an address has not seen what people wrote, and who wants no such mail. */
export class MailVisitors1795000130000 implements MigrationInterface {
  readonly name = 'MailVisitors1795000130000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      ALTER TABLE visitor_conversations
        ADD unseen_since timestamptz(3),
        ADD mailed_seq bigint NOT NULL DEFAULT 0,
        ADD mail_count integer NOT NULL DEFAULT 0`);
    await queries.query(`
      CREATE INDEX visitor_conversations_unseen ON visitor_conversations (unseen_since)
      WHERE unseen_since IS NOT NULL AND email IS NOT NULL`);
    // No address: a keyed hash of the mailbox. It outlives every conversation.
    await queries.query(`
      CREATE TABLE visitor_mail_stops (
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        mailbox bytea NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, mailbox)
      )`);
    // What waits to be sent about a conversation goes with it.
    await queries.query('ALTER TABLE mail_outbox ADD about uuid');
    await queries.query('CREATE INDEX mail_outbox_about ON mail_outbox (about) WHERE about IS NOT NULL');
    await queries.query(
      hearing(`, unseen_since = CASE
          WHEN NEW.role = 'customer' THEN NULL
          WHEN NEW.role = 'human' AND NEW.channel = 'widget' AND is_new THEN coalesce(unseen_since, now())
          ELSE unseen_since END`),
    );
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(hearing(''));
    await queries.query('ALTER TABLE mail_outbox DROP about');
    await queries.query('DROP TABLE visitor_mail_stops');
    await queries.query('ALTER TABLE visitor_conversations DROP unseen_since, DROP mailed_seq, DROP mail_count');
  }
}

/** The function of the trigger that tells visitors of messages; `more`: what else changes with a new place. */
function hearing(more: string): string {
  return `
    CREATE OR REPLACE FUNCTION visitors_hear_of_messages() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      place bigint;
      is_new boolean := true;
    BEGIN
      IF NEW.sent_at IS NULL OR NEW.role = 'system' OR (NEW.role = 'customer' AND NEW.channel <> 'widget') THEN
        RETURN NULL;
      END IF;
      IF TG_OP = 'UPDATE' THEN
        IF NEW.content = OLD.content AND NEW.sent_at IS NOT DISTINCT FROM OLD.sent_at THEN
          RETURN NULL;
        END IF;
        is_new := OLD.sent_at IS NULL;
      END IF;
      UPDATE visitor_conversations SET last_seq = last_seq + 1${more}
      WHERE workspace_id = NEW.workspace_id AND conversation_id = NEW.conversation_id RETURNING last_seq INTO place;
      IF place IS NOT NULL THEN
        INSERT INTO visitor_messages (workspace_id, conversation_id, message_id, seq, changed_seq, from_visitor)
        VALUES (NEW.workspace_id, NEW.conversation_id, NEW.id, place, place, NEW.role = 'customer')
        ON CONFLICT (workspace_id, conversation_id, message_id) DO UPDATE SET changed_seq = excluded.changed_seq;
      END IF;
      RETURN NULL;
    END $$`;
}
