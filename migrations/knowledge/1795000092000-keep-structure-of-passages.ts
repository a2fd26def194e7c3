import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Passages know their blocks. What was indexed before has none and is read as one paragraph, so ready sources are queued:
 * what they have now serves until they are indexed again.
 */
export class KeepStructureOfPassages1795000092000 implements MigrationInterface {
  readonly name = 'KeepStructureOfPassages1795000092000';

  async up(queries: QueryRunner): Promise<void> {
    // Comparing words by slips of the pen.
    await queries.query('CREATE EXTENSION IF NOT EXISTS fuzzystrmatch');
    await queries.query('ALTER TABLE knowledge_chunks ADD COLUMN structure json');
    await queries.query(
      `UPDATE knowledge_sources SET status = 'queued', due_at = now(), attempts = 0 WHERE status = 'ready'`,
    );
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE knowledge_chunks DROP COLUMN structure');
  }
}
