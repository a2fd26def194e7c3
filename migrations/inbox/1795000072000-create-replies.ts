import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What becomes of the messages that members write: whether they may be taken back, have left, and were received. */
export class CreateReplies1795000072000 implements MigrationInterface {
  readonly name = 'CreateReplies1795000072000';

  async up(queries: QueryRunner): Promise<void> {
    // handing_over_at: from here on the mail server may have the message, so that nobody may send it a second time.
    // delivered_at and bounce are what mail has told; what it tells while the message is being sent counts afterwards.
    await queries.query(`
      CREATE TABLE replies (
        workspace_id uuid NOT NULL,
        conversation_id uuid NOT NULL,
        message_id uuid NOT NULL UNIQUE,
        agent_id uuid NOT NULL,
        channel text NOT NULL CHECK (channel IN ('widget', 'email')),
        type text NOT NULL
          CHECK (type IN ('substantive', 'clarification', 'policy_refusal', 'acknowledgement', 'routing', 'handoff')),
        status text NOT NULL DEFAULT 'queued'
          CHECK (status IN ('queued', 'sending', 'sent', 'undone', 'failed', 'uncertain', 'bounced')),
        version bigint NOT NULL DEFAULT 1,
        revision_count integer NOT NULL DEFAULT 0 CHECK (revision_count >= 0),
        dispatch_after_at timestamptz(3) NOT NULL,
        sent_at timestamptz(3),
        attempts integer NOT NULL DEFAULT 0,
        fence bigint NOT NULL DEFAULT 0,
        lease_ends_at timestamptz(3),
        handing_over_at timestamptz(3),
        failure jsonb,
        envelope jsonb,
        server_message_id text,
        delivered_at timestamptz(3),
        bounce jsonb,
        settled_by jsonb,
        PRIMARY KEY (workspace_id, conversation_id, message_id),
        FOREIGN KEY (workspace_id, conversation_id, message_id) REFERENCES messages ON DELETE CASCADE,
        CHECK ((channel = 'email') = (envelope IS NOT NULL)),
        CHECK (channel = 'email' OR status NOT IN ('uncertain', 'bounced')),
        CHECK ((status = 'sending') = (lease_ends_at IS NOT NULL)),
        CHECK (status <> 'sent' OR sent_at IS NOT NULL),
        CHECK (sent_at IS NULL OR status IN ('sent', 'bounced')),
        CHECK (status <> 'uncertain' OR handing_over_at IS NOT NULL),
        CHECK (handing_over_at IS NULL OR status NOT IN ('queued', 'undone')),
        CHECK (status <> 'bounced' OR bounce IS NOT NULL)
      )`);
    await queries.query(`CREATE INDEX replies_due ON replies (dispatch_after_at) WHERE status = 'queued'`);
    await queries.query(`CREATE INDEX replies_leased ON replies (lease_ends_at) WHERE status = 'sending'`);
    await queries.query(`
      CREATE INDEX replies_server_message_id ON replies (workspace_id, server_message_id)
      WHERE server_message_id IS NOT NULL`);
    await queries.query(`
      CREATE TABLE reply_revisions (
        workspace_id uuid NOT NULL,
        conversation_id uuid NOT NULL,
        message_id uuid NOT NULL,
        revision integer NOT NULL CHECK (revision >= 0),
        content text NOT NULL,
        author_member_id uuid NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (workspace_id, conversation_id, message_id, revision),
        FOREIGN KEY (workspace_id, conversation_id, message_id) REFERENCES replies ON DELETE CASCADE
      )`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE reply_revisions, replies');
  }
}
