import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What lets go of room in time: sessions that ended long ago are found, and room of imported files is used again. */
export class BoundGrowth1795000063100 implements MigrationInterface {
  readonly name = 'BoundGrowth1795000063100';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query('CREATE INDEX sessions_expires_at ON sessions (expires_at)');
    // Files come and go by the GiB: a part of the table would be as much as all of them. A chunk has some 260 rows there.
    await queries.query(`
      ALTER TABLE contact_import_chunks SET (
        autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200,
        toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 50000
      )`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`
      ALTER TABLE contact_import_chunks RESET (
        autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold,
        toast.autovacuum_vacuum_scale_factor, toast.autovacuum_vacuum_threshold
      )`);
    await queries.query('DROP INDEX sessions_expires_at');
  }
}
