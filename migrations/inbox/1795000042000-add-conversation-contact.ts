import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who a conversation is with. */
export class AddConversationContact1795000042000 implements MigrationInterface {
  readonly name = 'AddConversationContact1795000042000';

  async up(queries: QueryRunner): Promise<void> {
    // No foreign key: the conversations of a removed contact stay, and still tell whose they are.
    await queries.query('ALTER TABLE conversations ADD COLUMN contact_id uuid');
    await queries.query(`
      CREATE INDEX conversations_contact ON conversations (workspace_id, contact_id, id DESC)
      WHERE contact_id IS NOT NULL`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE conversations DROP COLUMN contact_id');
  }
}
