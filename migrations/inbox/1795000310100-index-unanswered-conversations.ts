import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Conversations that need an answer of people, in the order in which lists show them: few of all that there are. */
export class IndexUnansweredConversations1795000310100 implements MigrationInterface {
  readonly name = 'IndexUnansweredConversations1795000310100';
  readonly transaction = false;

  async up(queries: QueryRunner): Promise<void> {
    for (const [name, columns] of [
      ['conversations_unanswered', 'workspace_id, unanswered_since, id'],
      ['conversations_agent_unanswered', 'workspace_id, agent_id, unanswered_since, id'],
    ]) {
      await queries.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await queries.query(`
        CREATE INDEX CONCURRENTLY ${name} ON conversations (${columns}) WHERE status = 'open' AND handler = 'human'`);
    }
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP INDEX conversations_unanswered, conversations_agent_unanswered');
  }
}
