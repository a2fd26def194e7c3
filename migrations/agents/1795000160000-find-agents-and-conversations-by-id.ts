import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables whose rows are looked up by their id alone: what the page of an agent, or an address for replies, names. */
const TABLES = ['agents', 'conversations'] as const;
/** That a message names. */
const MOST_NAMED = 5;
const UNIQUE_VIOLATION = '23505';

/**
 * Makes the ids of agents and conversations unique over all workspaces. Only a forged file, imported by an earlier version,
 * can have made a second row with an id, and nothing in the database says which of them is genuine: the operator decides.
 */
export class FindAgentsAndConversationsById1795000160000 implements MigrationInterface {
  readonly name = 'FindAgentsAndConversationsById1795000160000';
  readonly transaction = false;
  readonly exemption =
    'the version before makes random ids, so it never meets the unique indexes, and finds rows by them as by the ones dropped';

  async up(queries: QueryRunner): Promise<void> {
    for (const table of TABLES) await refuseDuplicates(queries, table);
    for (const table of TABLES) {
      await queries.query(`DROP INDEX CONCURRENTLY IF EXISTS ${table}_id_key`);
      await queries.query(`CREATE UNIQUE INDEX CONCURRENTLY ${table}_id_key ON ${table} (id)`);
      await queries.query(`DROP INDEX CONCURRENTLY IF EXISTS ${table}_id`);
    }
  }

  async down(queries: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await queries.query(`CREATE INDEX ${table}_id ON ${table} (id)`);
      await queries.query(`DROP INDEX ${table}_id_key`);
    }
  }
}

/** @throws before anything is changed */
async function refuseDuplicates(queries: QueryRunner, table: string): Promise<void> {
  const found = (await queries.query(`
    SELECT id, string_agg(workspace_id::text, ' and ' ORDER BY workspace_id) AS workspaces
    FROM ${table} GROUP BY id HAVING count(*) > 1 ORDER BY id LIMIT ${MOST_NAMED}`)) as {
    id: string;
    workspaces: string;
  }[];
  if (found.length === 0) return;
  const named = found.map(({ id, workspaces }) => `${id} in the workspaces ${workspaces}`).join('; ');
  const problem = new Error(
    `several workspaces have ${table} with the same id: ${named}. A forged file was imported. Delete the workspace that it ` +
      'brought, as docs/upgrading.md describes, and migrate again',
  );
  throw Object.assign(problem, { code: UNIQUE_VIOLATION });
}
