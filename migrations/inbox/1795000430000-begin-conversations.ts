import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Conversations that members begin, and those with others about a conversation. */
export class BeginConversations1795000430000 implements MigrationInterface {
  readonly name = 'BeginConversations1795000430000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE conversations ADD COLUMN parent_conversation_id uuid');
    // How many conversations members have begun on that day (UTC).
    await queries.query(`
      CREATE TABLE outbound_counts (
        workspace_id uuid PRIMARY KEY REFERENCES workspaces ON DELETE CASCADE,
        day date NOT NULL,
        conversations integer NOT NULL CHECK (conversations >= 0)
      )`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE outbound_counts');
    await queries.query('ALTER TABLE conversations DROP COLUMN parent_conversation_id');
  }
}
