import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A domain is its workspace's once ownership is proved; until then several may have registered it. The index keeps its name, by which
 * the version before knows that a domain is taken.
 */
export class FreeUnprovedDomains1795000165000 implements MigrationInterface {
  readonly name = 'FreeUnprovedDomains1795000165000';
  readonly exemption = 'the table is small, and the new index allows all that the old one does, under the same name';

  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE UNIQUE INDEX custom_domains_proved ON custom_domains (domain)
        WHERE status IN ('verifying', 'active', 'degraded')`);
    await queries.query('DROP INDEX custom_domains_domain');
    await queries.query('ALTER INDEX custom_domains_proved RENAME TO custom_domains_domain');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE UNIQUE INDEX custom_domains_claimed ON custom_domains (domain) WHERE status <> 'failed'`);
    await queries.query('DROP INDEX custom_domains_domain');
    await queries.query('ALTER INDEX custom_domains_claimed RENAME TO custom_domains_domain');
  }
}
