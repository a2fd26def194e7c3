import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a workspace has had for so long that it is to go. */
export class IndexWhatIsOld1795000152000 implements MigrationInterface {
  readonly name = 'IndexWhatIsOld1795000152000';
  readonly transaction = false;

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('DROP INDEX CONCURRENTLY IF EXISTS conversations_closed');
    await queries.query(`
      CREATE INDEX CONCURRENTLY conversations_closed ON conversations (workspace_id, closed_at)
      WHERE status = 'closed'`);
    await queries.query('DROP INDEX CONCURRENTLY IF EXISTS chat_turns_created');
    await queries.query('CREATE INDEX CONCURRENTLY chat_turns_created ON chat_turns (workspace_id, created_at)');
    await queries.query('DROP INDEX CONCURRENTLY IF EXISTS knowledge_gaps_created');
    await queries.query(
      'CREATE INDEX CONCURRENTLY knowledge_gaps_created ON knowledge_gaps (workspace_id, created_at)',
    );
    await queries.query('DROP INDEX CONCURRENTLY IF EXISTS inbound_mails_finished');
    await queries.query(`
      CREATE INDEX CONCURRENTLY inbound_mails_finished ON inbound_mails (workspace_id, received_at)
      WHERE finished_at IS NOT NULL`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(
      'DROP INDEX conversations_closed, chat_turns_created, knowledge_gaps_created, inbound_mails_finished',
    );
  }
}
