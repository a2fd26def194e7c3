import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What somebody writes who is blocked at that time starts nothing later either. */
export class MarkWordsOfBlockedPeople1795000086000 implements MigrationInterface {
  readonly name = 'MarkWordsOfBlockedPeople1795000086000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE messages ADD COLUMN from_blocked boolean NOT NULL DEFAULT false');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE messages DROP COLUMN from_blocked');
  }
}
