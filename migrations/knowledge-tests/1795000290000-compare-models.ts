import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tests that ask several models the same questions. None: the model of the agent. */
export class CompareModels1795000290000 implements MigrationInterface {
  readonly name = 'CompareModels1795000290000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`ALTER TABLE knowledge_tests ADD COLUMN models text[] NOT NULL DEFAULT '{}'`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE knowledge_tests DROP COLUMN models');
  }
}
