import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What members are told, one row for each event, recipient and channel, and what they no longer want by mail. */
export class CreateMemberNotifications1795000120000 implements MigrationInterface {
  readonly name = 'CreateMemberNotifications1795000120000';

  async up(queries: QueryRunner): Promise<void> {
    // The member and the message have no foreign keys: what became of a notification is still known once they are gone.
    await queries.query(`
      CREATE TABLE member_notifications (
        workspace_id uuid NOT NULL,
        id uuid NOT NULL,
        event text NOT NULL
          CHECK (event IN ('newConversation', 'assigned', 'customerReply', 'slaWarning', 'slaBreach')),
        cause text NOT NULL CHECK (char_length(cause) BETWEEN 1 AND 100),
        channel text NOT NULL CHECK (channel IN ('push', 'email')),
        recipient_id uuid NOT NULL,
        member_id uuid CHECK (member_id = recipient_id),
        agent_id uuid NOT NULL,
        conversation_id uuid NOT NULL,
        message_id uuid,
        support_request_id uuid,
        clock_id uuid,
        milestone text,
        state text NOT NULL DEFAULT 'queued'
          CHECK (state IN ('queued', 'sending', 'sent', 'dropped', 'failed', 'uncertain')),
        reason text CHECK ((reason IS NOT NULL) = (state IN ('dropped', 'failed'))),
        due_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        attempts integer NOT NULL DEFAULT 0,
        fence bigint NOT NULL DEFAULT 0,
        lease_ends_at timestamptz(3),
        device_ids uuid[],
        mail_id uuid,
        told_at timestamptz(3),
        finished_at timestamptz(3) CHECK ((finished_at IS NOT NULL) = (state NOT IN ('queued', 'sending'))),
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (workspace_id, id),
        CHECK (member_id IS NOT NULL OR channel = 'email'),
        CONSTRAINT member_notifications_once UNIQUE (workspace_id, event, cause, recipient_id, channel),
        CONSTRAINT member_notifications_conversation
          FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations ON DELETE CASCADE
      )`);
    await queries.query(`
      CREATE INDEX member_notifications_due ON member_notifications (channel, due_at) WHERE state = 'queued'`);
    await queries.query(`
      CREATE INDEX member_notifications_sending ON member_notifications (channel, lease_ends_at, mail_id)
      WHERE state = 'sending'`);
    await queries.query(`
      CREATE INDEX member_notifications_told ON member_notifications (workspace_id, recipient_id, channel, told_at)
      WHERE told_at IS NOT NULL`);
    await queries.query(`
      CREATE INDEX member_notifications_conversation_id ON member_notifications (workspace_id, conversation_id)`);
    await queries.query(`
      CREATE INDEX member_notifications_finished ON member_notifications (finished_at) WHERE finished_at IS NOT NULL`);
    await queries.query(`
      CREATE TABLE notification_opt_outs (
        workspace_id uuid NOT NULL,
        member_id uuid NOT NULL REFERENCES members (id) ON DELETE CASCADE,
        event text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, member_id, event)
      )`);
    await queries.query('CREATE INDEX notification_opt_outs_member_id ON notification_opt_outs (member_id)');
    await queries.query('ALTER TABLE inbox_reads ADD COLUMN read_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE inbox_reads DROP COLUMN read_at');
    await queries.query('DROP TABLE notification_opt_outs, member_notifications');
  }
}
