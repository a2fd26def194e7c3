import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Members are told of replies that could not be delivered. */
export class NotifyUndelivered1795000140000 implements MigrationInterface {
  readonly name = 'NotifyUndelivered1795000140000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      ALTER TABLE member_notifications DROP CONSTRAINT member_notifications_event_check,
      ADD CONSTRAINT member_notifications_event_check CHECK (event IN
        ('newConversation', 'assigned', 'customerReply', 'slaWarning', 'slaBreach', 'replyUndelivered'))`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`DELETE FROM member_notifications WHERE event = 'replyUndelivered'`);
    await queries.query(`DELETE FROM notification_opt_outs WHERE event = 'replyUndelivered'`);
    await queries.query(`
      ALTER TABLE member_notifications DROP CONSTRAINT member_notifications_event_check,
      ADD CONSTRAINT member_notifications_event_check CHECK (event IN
        ('newConversation', 'assigned', 'customerReply', 'slaWarning', 'slaBreach'))`);
  }
}
