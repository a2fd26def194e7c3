import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Visitors of websites: their sessions, their conversations, and the order in which those are told. */
export class CreateVisitors1795000110000 implements MigrationInterface {
  readonly name = 'CreateVisitors1795000110000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE visitor_identity_keys (
        workspace_id uuid NOT NULL,
        agent_id uuid NOT NULL,
        id uuid NOT NULL,
        secret bytea NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        revoked_at timestamptz(3),
        PRIMARY KEY (workspace_id, agent_id, id),
        FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE
      )`);
    // Stored with the first message, or with its end: until then everything that there is of a session stands in its token.
    await queries.query(`
      CREATE TABLE visitor_sessions (
        workspace_id uuid NOT NULL,
        id uuid NOT NULL UNIQUE,
        agent_id uuid NOT NULL,
        secret_hash bytea NOT NULL,
        created_at timestamptz(3) NOT NULL,
        last_used_at timestamptz(3) NOT NULL DEFAULT now(),
        ended_at timestamptz(3),
        PRIMARY KEY (workspace_id, id),
        FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE
      )`);
    await queries.query('CREATE INDEX visitor_sessions_agent ON visitor_sessions (workspace_id, agent_id)');
    await queries.query('CREATE INDEX visitor_sessions_used ON visitor_sessions (last_used_at)');
    await queries.query(`
      CREATE TABLE visitor_conversations (
        workspace_id uuid NOT NULL,
        conversation_id uuid NOT NULL,
        agent_id uuid NOT NULL,
        session_id uuid,
        surface text NOT NULL CHECK (surface IN ('page', 'widget')),
        verified boolean NOT NULL,
        site text,
        page_url text,
        locale text,
        email text,
        name text,
        consented_at timestamptz(3),
        last_seq bigint NOT NULL DEFAULT 0,
        read_seq bigint NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, conversation_id),
        CHECK ((email IS NULL) = (consented_at IS NULL)),
        FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE,
        FOREIGN KEY (workspace_id, session_id) REFERENCES visitor_sessions ON DELETE SET NULL (session_id)
      )`);
    await queries.query(`
      CREATE INDEX visitor_conversations_session ON visitor_conversations (workspace_id, session_id)
      WHERE session_id IS NOT NULL`);
    // What visitors are told of a conversation, in the order in which it was committed: the row of the conversation is
    // locked from the place that it gives to the end of the transaction.
    await queries.query(`
      CREATE TABLE visitor_messages (
        workspace_id uuid NOT NULL,
        conversation_id uuid NOT NULL,
        message_id uuid NOT NULL,
        seq bigint NOT NULL,
        changed_seq bigint NOT NULL,
        from_visitor boolean NOT NULL,
        citations jsonb NOT NULL DEFAULT '[]',
        PRIMARY KEY (workspace_id, conversation_id, message_id),
        FOREIGN KEY (workspace_id, conversation_id) REFERENCES visitor_conversations ON DELETE CASCADE
      )`);
    await queries.query(`
      CREATE UNIQUE INDEX visitor_messages_seq ON visitor_messages (workspace_id, conversation_id, seq)
      INCLUDE (from_visitor)`);
    await queries.query(`
      CREATE INDEX visitor_messages_changed ON visitor_messages (workspace_id, conversation_id, changed_seq)`);
    // A trigger, as messages come and change in many ways, and each of them has to count in the transaction that does it.
    await queries.query(`
      CREATE FUNCTION visitors_hear_of_messages() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        place bigint;
      BEGIN
        IF NEW.sent_at IS NULL OR NEW.role = 'system' OR (NEW.role = 'customer' AND NEW.channel <> 'widget') THEN
          RETURN NULL;
        END IF;
        IF TG_OP = 'UPDATE' AND NEW.content = OLD.content AND NEW.sent_at IS NOT DISTINCT FROM OLD.sent_at THEN
          RETURN NULL;
        END IF;
        UPDATE visitor_conversations SET last_seq = last_seq + 1
        WHERE workspace_id = NEW.workspace_id AND conversation_id = NEW.conversation_id RETURNING last_seq INTO place;
        IF place IS NOT NULL THEN
          INSERT INTO visitor_messages (workspace_id, conversation_id, message_id, seq, changed_seq, from_visitor)
          VALUES (NEW.workspace_id, NEW.conversation_id, NEW.id, place, place, NEW.role = 'customer')
          ON CONFLICT (workspace_id, conversation_id, message_id) DO UPDATE SET changed_seq = excluded.changed_seq;
        END IF;
        RETURN NULL;
      END $$`);
    await queries.query(`
      CREATE TRIGGER visitors_hear_of_messages AFTER INSERT OR UPDATE OF content, sent_at ON messages
      FOR EACH ROW EXECUTE FUNCTION visitors_hear_of_messages()`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TRIGGER visitors_hear_of_messages ON messages');
    await queries.query('DROP FUNCTION visitors_hear_of_messages()');
    for (const table of ['messages', 'conversations', 'sessions', 'identity_keys']) {
      await queries.query(`DROP TABLE visitor_${table}`);
    }
  }
}
