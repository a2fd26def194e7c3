import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether the feature of a migration is from outside this tree; null until a start of a process that has the feature records it.
 * A version that lacks a feature starts beside a later one that brings it, and refuses rows of a package that is not loaded.
 */
export class RecordOutsideFeatures1795000174000 implements MigrationInterface {
  readonly name = 'RecordOutsideFeatures1795000174000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE migrations ADD is_outside boolean');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE migrations DROP is_outside');
  }
}
