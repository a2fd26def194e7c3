import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which feature a migration belongs to; null for those that a version before this one has run, until a start records it. */
export class RecordFeatures1795000170000 implements MigrationInterface {
  readonly name = 'RecordFeatures1795000170000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE migrations ADD feature text');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE migrations DROP feature');
  }
}
