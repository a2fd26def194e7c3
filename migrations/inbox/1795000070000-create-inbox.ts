import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people need to work on conversations: who does, what is still to be done, what was read, and what happens live. */
export class CreateInbox1795000070000 implements MigrationInterface {
  readonly name = 'CreateInbox1795000070000';

  async up(queries: QueryRunner): Promise<void> {
    // A member who leaves is no longer assigned to anything; the conversation stays.
    await queries.query(`
      ALTER TABLE conversations
        ADD COLUMN assignee_member_id uuid REFERENCES members (id) ON DELETE SET NULL,
        ADD COLUMN live_support_request_count integer NOT NULL DEFAULT 0 CHECK (live_support_request_count >= 0),
        ADD COLUMN previous_conversation_id uuid`);
    await queries.query(`
      UPDATE conversations c SET live_support_request_count = live.requests
      FROM (
        SELECT workspace_id, conversation_id, count(*) AS requests FROM support_requests
        WHERE state <> 'ended' GROUP BY workspace_id, conversation_id
      ) live
      WHERE c.workspace_id = live.workspace_id AND c.id = live.conversation_id`);
    await queries.query(`
      CREATE INDEX conversations_assignee ON conversations (assignee_member_id) WHERE assignee_member_id IS NOT NULL`);
    // sent_at: when the customer could see it. Null: a reply that has not left; neither customers nor models see it.
    await queries.query(`
      ALTER TABLE messages
        ADD COLUMN channel text CHECK (channel IN ('widget', 'email')),
        ADD COLUMN author_member_id uuid,
        ADD COLUMN sent_at timestamptz(3)`);
    await queries.query(`
      UPDATE messages m SET sent_at = m.created_at, channel = c.channel
      FROM conversations c WHERE c.workspace_id = m.workspace_id AND c.id = m.conversation_id`);
    await queries.query(
      `ALTER TABLE messages ALTER COLUMN channel SET NOT NULL, ALTER COLUMN sent_at SET DEFAULT now()`,
    );
    // Read in the order of transactions, and only those that all earlier ones have ended before: the ids of rows rise in
    // the order in which they are written, which is not that of commits, and a reader would pass over some.
    // Ids alone: what a member may see of them is decided when they are read, not when they are written.
    await queries.query(`
      CREATE TABLE inbox_events (
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        transaction_id bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
        id bigint GENERATED ALWAYS AS IDENTITY,
        agent_id uuid NOT NULL,
        conversation_id uuid NOT NULL,
        message_id uuid,
        type text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (workspace_id, transaction_id, id),
        FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
      )`);
    await queries.query('CREATE INDEX inbox_events_conversation ON inbox_events (workspace_id, conversation_id)');
    await queries.query('CREATE INDEX inbox_events_created ON inbox_events (created_at)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE inbox_events');
    await queries.query('ALTER TABLE messages DROP COLUMN channel, DROP COLUMN author_member_id, DROP COLUMN sent_at');
    await queries.query(`
      ALTER TABLE conversations DROP COLUMN assignee_member_id, DROP COLUMN live_support_request_count,
        DROP COLUMN previous_conversation_id`);
  }
}
