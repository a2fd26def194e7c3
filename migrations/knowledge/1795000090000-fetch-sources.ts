import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sources that are fetched from addresses: pages, and the sitemaps that pages belong to. */
export class FetchSources1795000090000 implements MigrationInterface {
  readonly name = 'FetchSources1795000090000';

  async up(queries: QueryRunner): Promise<void> {
    // A page of a sitemap is a source with a parent. What is to be fetched waits for that before it is indexed.
    await queries.query(`
      ALTER TABLE knowledge_sources
        ADD COLUMN parent_id uuid,
        ADD COLUMN to_fetch boolean NOT NULL DEFAULT false,
        ADD COLUMN charset text,
        ADD COLUMN etag text,
        ADD COLUMN last_modified text,
        ADD COLUMN fetched_url text,
        ADD COLUMN canonical_url text,
        ADD COLUMN listed_change text,
        ADD COLUMN refresh_hours integer CHECK (refresh_hours BETWEEN 1 AND 8760),
        ADD COLUMN refresh_at timestamptz(3),
        ADD FOREIGN KEY (workspace_id, agent_id, parent_id) REFERENCES knowledge_sources`);
    // Work under a lease is now of two kinds; a sitemap whose pages are being worked on needs none.
    await queries.query(`ALTER TABLE knowledge_sources DROP CONSTRAINT knowledge_sources_check2`);
    await queries.query(`
      ALTER TABLE knowledge_sources ADD CONSTRAINT knowledge_sources_lease CHECK (
        CASE WHEN type = 'sitemap' AND status = 'processing' THEN lease_ends_at IS NULL
          ELSE (status IN ('fetching', 'processing')) = (lease_ends_at IS NOT NULL) END)`);
    await queries.query(`
      CREATE INDEX knowledge_sources_fetches ON knowledge_sources (due_at)
      WHERE (status = 'queued' AND to_fetch) OR status = 'fetching'`);
    await queries.query(`
      CREATE INDEX knowledge_sources_refreshes ON knowledge_sources (refresh_at) WHERE refresh_at IS NOT NULL`);
    await queries.query(`
      CREATE UNIQUE INDEX knowledge_sources_pages ON knowledge_sources (workspace_id, agent_id, parent_id, url)
      WHERE parent_id IS NOT NULL AND status <> 'deleting'`);
    // For the foreign key, and for the pages that are left of a removed sitemap.
    await queries.query(`
      CREATE INDEX knowledge_sources_children ON knowledge_sources (workspace_id, agent_id, parent_id)
      WHERE parent_id IS NOT NULL`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`DELETE FROM knowledge_sources WHERE type IN ('url', 'sitemap')`);
    await queries.query(`ALTER TABLE knowledge_sources DROP CONSTRAINT knowledge_sources_lease`);
    await queries.query(`
      ALTER TABLE knowledge_sources DROP COLUMN parent_id, DROP COLUMN to_fetch, DROP COLUMN charset, DROP COLUMN etag,
        DROP COLUMN last_modified, DROP COLUMN fetched_url, DROP COLUMN canonical_url, DROP COLUMN listed_change,
        DROP COLUMN refresh_hours, DROP COLUMN refresh_at`);
    await queries.query(`
      ALTER TABLE knowledge_sources ADD CONSTRAINT knowledge_sources_check2
      CHECK ((status = 'processing') = (lease_ends_at IS NOT NULL))`);
  }
}
