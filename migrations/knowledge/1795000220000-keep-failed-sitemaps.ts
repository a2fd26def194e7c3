import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files of a sitemap that could not be read, and which file each page was found by. */
export class KeepFailedSitemaps1795000220000 implements MigrationInterface {
  readonly name = 'KeepFailedSitemaps1795000220000';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      ALTER TABLE knowledge_sources ADD COLUMN listed_in text,
        ADD COLUMN failed_sitemaps jsonb NOT NULL DEFAULT '[]'`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE knowledge_sources DROP COLUMN listed_in, DROP COLUMN failed_sitemaps');
  }
}
