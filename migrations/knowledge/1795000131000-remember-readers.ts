import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which version of the reader a source was read by, so that those of an earlier one are found. */
export class RememberReaders1795000131000 implements MigrationInterface {
  readonly name = 'RememberReaders1795000131000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(
      'ALTER TABLE knowledge_sources ADD COLUMN reader_version integer NOT NULL DEFAULT 0 CHECK (reader_version >= 0)',
    );
    await queries.query(`
      CREATE INDEX knowledge_sources_readers ON knowledge_sources (reader_version)
      WHERE type <> 'sitemap' AND (status = 'ready' OR (status = 'failed' AND url IS NULL))`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE knowledge_sources DROP COLUMN reader_version');
  }
}
