import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The side conversations of a conversation, and the conversations in which an address takes part, for its erasure. */
export class IndexSideConversations1795000440000 implements MigrationInterface {
  readonly name = 'IndexSideConversations1795000440000';
  readonly transaction = false;

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('DROP INDEX CONCURRENTLY IF EXISTS conversations_parent');
    await queries.query(`
      CREATE INDEX CONCURRENTLY conversations_parent ON conversations (workspace_id, parent_conversation_id)
      WHERE parent_conversation_id IS NOT NULL`);
    await queries.query('DROP INDEX CONCURRENTLY IF EXISTS conversation_participants_address');
    await queries.query(`
      CREATE INDEX CONCURRENTLY conversation_participants_address ON conversation_participants (workspace_id, address)`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP INDEX conversations_parent, conversation_participants_address');
  }
}
