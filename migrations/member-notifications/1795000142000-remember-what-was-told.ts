import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What some devices have is told, though the process dies that was to tell the others. */
export class RememberWhatWasTold1795000142000 implements MigrationInterface {
  readonly name = 'RememberWhatWasTold1795000142000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE member_notifications ADD COLUMN told_before_at timestamptz(3)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE member_notifications DROP COLUMN told_before_at');
  }
}
