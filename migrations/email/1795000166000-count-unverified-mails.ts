import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which addresses a workspace may write to freely, and how much it sends to all others in a day. */
export class CountUnverifiedMails1795000166000 implements MigrationInterface {
  readonly name = 'CountUnverifiedMails1795000166000';

  async up(queries: QueryRunner): Promise<void> {
    // No addresses: keyed hashes of them.
    await queries.query(`
      CREATE TABLE verified_recipients (
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        address bytea NOT NULL,
        verified_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, address)
      )`);
    await queries.query('CREATE INDEX verified_recipients_age ON verified_recipients (verified_at)');
    // Who was sent the address of a conversation: an answer to it proves something only where that was one address.
    await queries.query(`
      CREATE TABLE conversation_recipients (
        workspace_id uuid NOT NULL,
        conversation_id uuid NOT NULL,
        address bytea NOT NULL,
        PRIMARY KEY (workspace_id, conversation_id, address),
        FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations (workspace_id, id) ON DELETE CASCADE
      )`);
    // Before, nobody wrote it down: an address of no bytes stands for those that are not known.
    await queries.query(`
      INSERT INTO conversation_recipients (workspace_id, conversation_id, address)
      SELECT workspace_id, conversation_id, ''::bytea FROM replies WHERE channel = 'email'
      UNION
      SELECT workspace_id, conversation_id, ''::bytea FROM visitor_conversations WHERE mail_count > 0`);
    // A mailbox of no bytes stands for all of a workspace together.
    await queries.query(`
      CREATE TABLE unverified_mail_counts (
        workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
        mailbox bytea NOT NULL,
        day date NOT NULL,
        mails integer NOT NULL CHECK (mails >= 0),
        PRIMARY KEY (workspace_id, mailbox)
      )`);
    await queries.query('CREATE INDEX unverified_mail_counts_day ON unverified_mail_counts (day)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE unverified_mail_counts');
    await queries.query('DROP TABLE conversation_recipients');
    await queries.query('DROP TABLE verified_recipients');
  }
}
