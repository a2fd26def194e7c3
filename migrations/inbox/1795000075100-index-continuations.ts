import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mail to a conversation that was closed long ago goes on in the one that an earlier mail has begun. */
export class IndexContinuations1795000075100 implements MigrationInterface {
  readonly name = 'IndexContinuations1795000075100';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE INDEX conversations_previous ON conversations (workspace_id, previous_conversation_id, id DESC)
      WHERE previous_conversation_id IS NOT NULL`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP INDEX conversations_previous');
  }
}
