import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Queues whose entries, once they are due again, were either put off or held by a process that has died. */
const QUEUES = ['knowledge_sources', 'knowledge_embedding_jobs', 'knowledge_tests', 'contact_imports', 'inbound_mails'];

/** For metrics: which leases have ended without being given back, and replies that wait for somebody to say what became of them. */
export class TellOfQueues1795000141000 implements MigrationInterface {
  readonly name = 'TellOfQueues1795000141000';

  async up(queries: QueryRunner): Promise<void> {
    for (const table of QUEUES) await queries.query(`ALTER TABLE ${table} ADD is_held boolean NOT NULL DEFAULT false`);
    await queries.query(`CREATE INDEX replies_uncertain ON replies (handing_over_at) WHERE status = 'uncertain'`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP INDEX replies_uncertain');
    for (const table of QUEUES) await queries.query(`ALTER TABLE ${table} DROP is_held`);
  }
}
