import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an answer of the agent rests on, and what became of the question: members read both beside the message. */
export class KeepAnswers1795000310200 implements MigrationInterface {
  readonly name = 'KeepAnswers1795000310200';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE messages ADD COLUMN citations jsonb, ADD COLUMN outcome text');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE messages DROP COLUMN citations, DROP COLUMN outcome');
  }
}
