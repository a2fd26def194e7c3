import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when a conversation that is open and with people has needed an answer: lists order by it. */
export class AddUnansweredSince1795000310000 implements MigrationInterface {
  readonly name = 'AddUnansweredSince1795000310000';

  async up(queries: QueryRunner): Promise<void> {
    // With a default, because the previous version inserts conversations without it.
    await queries.query('ALTER TABLE conversations ADD COLUMN unanswered_since timestamptz(3) NOT NULL DEFAULT now()');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE conversations DROP COLUMN unanswered_since');
  }
}
