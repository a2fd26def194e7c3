import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Replies with files that are not scanned so far. */
export class AwaitFiles1795000391000 implements MigrationInterface {
  readonly name = 'AwaitFiles1795000391000';

  async up(queries: QueryRunner): Promise<void> {
    // Null: the reply waits for no file.
    await queries.query('ALTER TABLE replies ADD COLUMN awaits_files_until timestamptz(3)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE replies DROP COLUMN awaits_files_until');
  }
}
