import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Members' streams show which members look at a conversation; such entries have `typing` as well, and go with those. */
export class ShowPresence1795000310400 implements MigrationInterface {
  readonly name = 'ShowPresence1795000310400';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE inbox_events ADD COLUMN presence text');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DELETE FROM inbox_events WHERE presence IS NOT NULL');
    await queries.query('ALTER TABLE inbox_events DROP COLUMN presence');
  }
}
