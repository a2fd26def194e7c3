import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Replies that close their conversation once they are sent. */
export class CloseWhenSent1795000310300 implements MigrationInterface {
  readonly name = 'CloseWhenSent1795000310300';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE replies ADD COLUMN close_when_sent jsonb');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE replies DROP COLUMN close_when_sent');
  }
}
