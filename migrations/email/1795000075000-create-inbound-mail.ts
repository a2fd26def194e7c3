import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mail on its way in, what became of it, and what a conversation keeps of it. */
export class CreateInboundMail1795000075000 implements MigrationInterface {
  readonly name = 'CreateInboundMail1795000075000';

  async up(queries: QueryRunner): Promise<void> {
    // sender: {name, address, relation, verified}; null for what came by chat. automatic: no person wrote it.
    // quoted_from: where what it quotes begins, in UTF-16 code units. written_at: what its sender says, trusted for nothing.
    await queries.query(`
      ALTER TABLE messages
        ADD COLUMN sender jsonb,
        ADD COLUMN automatic boolean NOT NULL DEFAULT false,
        ADD COLUMN quoted_from integer CHECK (quoted_from >= 0),
        ADD COLUMN written_at timestamptz(3)`);
    await queries.query(`
      CREATE TABLE message_attachments (
        workspace_id uuid NOT NULL,
        conversation_id uuid NOT NULL,
        message_id uuid NOT NULL,
        id uuid NOT NULL,
        file_name text NOT NULL,
        media_type text NOT NULL,
        size_bytes bigint NOT NULL,
        inline boolean NOT NULL,
        bytes bytea NOT NULL,
        PRIMARY KEY (workspace_id, conversation_id, message_id, id),
        FOREIGN KEY (workspace_id, conversation_id, message_id) REFERENCES messages ON DELETE CASCADE
      )`);
    // Read in pieces, which only bytes that are not compressed can be.
    await queries.query('ALTER TABLE message_attachments ALTER COLUMN bytes SET STORAGE EXTERNAL');
    // Whom else a customer wrote to: their answers belong to the conversation as well.
    await queries.query(`
      CREATE TABLE conversation_participants (
        workspace_id uuid NOT NULL,
        conversation_id uuid NOT NULL,
        address text NOT NULL,
        name text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, conversation_id, address),
        FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
      )`);
    // What answers to a mail are recognised and written by. answerable: replies may go to its sender.
    await queries.query(`
      CREATE TABLE message_mails (
        workspace_id uuid NOT NULL,
        conversation_id uuid NOT NULL,
        message_id uuid NOT NULL,
        agent_id uuid NOT NULL,
        mail_id text,
        reference_ids text[] NOT NULL,
        subject text,
        reply_to text,
        automatic boolean NOT NULL,
        answerable boolean NOT NULL,
        PRIMARY KEY (workspace_id, conversation_id, message_id),
        FOREIGN KEY (workspace_id, conversation_id, message_id) REFERENCES messages ON DELETE CASCADE
      )`);
    await queries.query(`
      CREATE INDEX message_mails_mail ON message_mails (workspace_id, agent_id, mail_id) WHERE mail_id IS NOT NULL`);
    // Signed addresses name a conversation or an agent and no workspace.
    await queries.query('CREATE INDEX conversations_id ON conversations (id)');
    await queries.query('CREATE INDEX agents_id ON agents (id)');
    // identity: what makes two deliveries the same mail; null while its bytes are arriving. target: the signed address that
    // it came to; workspace and agent follow from it once it is looked up.
    await queries.query(`
      CREATE TABLE inbound_mails (
        id uuid PRIMARY KEY,
        received_at timestamptz(3) NOT NULL DEFAULT now(),
        identity bytea CHECK (length(identity) = 32),
        target_kind text CHECK (target_kind IN ('conversation', 'bounce', 'intake')),
        target_id uuid,
        envelope_sender text,
        size_bytes bigint NOT NULL DEFAULT 0,
        mail_id text,
        from_address text,
        subject text,
        outcome text NOT NULL DEFAULT 'received' CHECK (outcome IN
          ('received', 'threaded', 'opened', 'bounce', 'auto_reply', 'ignored', 'quarantined')),
        reason text,
        released boolean NOT NULL DEFAULT false,
        due_at timestamptz,
        fence bigint NOT NULL DEFAULT 0,
        attempts integer NOT NULL DEFAULT 0,
        finished_at timestamptz(3),
        workspace_id uuid REFERENCES workspaces ON DELETE CASCADE,
        agent_id uuid,
        conversation_id uuid,
        message_id uuid,
        CHECK ((target_kind IS NULL) = (target_id IS NULL)),
        CHECK ((outcome = 'received') = (finished_at IS NULL)),
        FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE,
        FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
      )`);
    await queries.query(`
      CREATE UNIQUE INDEX inbound_mails_identity ON inbound_mails (identity, target_kind, target_id) NULLS NOT DISTINCT
      WHERE identity IS NOT NULL`);
    await queries.query('CREATE INDEX inbound_mails_due ON inbound_mails (due_at) WHERE due_at IS NOT NULL');
    await queries.query('CREATE INDEX inbound_mails_received ON inbound_mails (received_at)');
    await queries.query('CREATE INDEX inbound_mails_agent ON inbound_mails (workspace_id, agent_id, identity)');
    await queries.query('CREATE INDEX inbound_mails_conversation ON inbound_mails (workspace_id, conversation_id)');
    await queries.query(`
      CREATE INDEX inbound_mails_quarantined ON inbound_mails (workspace_id, id) WHERE outcome = 'quarantined'`);
    await queries.query('CREATE INDEX inbound_mails_from ON inbound_mails (workspace_id, from_address)');
    await queries.query(`
      CREATE TABLE inbound_mail_chunks (
        mail_id uuid NOT NULL REFERENCES inbound_mails ON DELETE CASCADE,
        start_at bigint NOT NULL,
        bytes bytea NOT NULL,
        PRIMARY KEY (mail_id, start_at)
      )`);
    await queries.query('ALTER TABLE inbound_mail_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE inbound_mail_chunks, inbound_mails');
    await queries.query('DROP INDEX conversations_id, agents_id');
    await queries.query('DROP TABLE message_mails, conversation_participants, message_attachments');
    await queries.query(`
      ALTER TABLE messages DROP COLUMN sender, DROP COLUMN automatic, DROP COLUMN quoted_from, DROP COLUMN written_at`);
  }
}
