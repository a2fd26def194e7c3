import { migrate } from '../../../src/common/database/migrate';
import { BUILT_IN } from '../../../src/features';
import { withClient } from '../../support/database';

/** The index, as the migrations make it. */
const INDEX = [
  'knowledge_chunks',
  'knowledge_postings',
  'knowledge_lexemes',
  'knowledge_statistics',
  'knowledge_embedding_sets',
];
/** The columns of sources that the search reads. */
const SOURCES = `
  CREATE TABLE scratch.knowledge_sources (workspace_id uuid, agent_id uuid, id uuid, name text, url text, status text,
    index_generation integer, language text, canonical_url text, PRIMARY KEY (workspace_id, agent_id, id))`;

/**
 * Prepares a database for {@link inProcessClient}: an index whose sources need no agents and no workspaces, in the schema `scratch`,
 * which all sessions of the database search first. Does nothing if it is prepared.
 */
export async function prepareScratch(url: string): Promise<void> {
  if (await withClient(url, async (client) => (await client.query(`SELECT to_regnamespace('scratch') IS NOT NULL AS is_there`)).rows[0].is_there)) return; // prettier-ignore
  await migrate({ url, setting: 'DATABASE_URL' }, BUILT_IN);
  await withClient(url, async (client) => {
    await client.query('BEGIN');
    await client.query('CREATE SCHEMA scratch');
    await client.query(SOURCES);
    for (const table of INDEX) await client.query(`CREATE TABLE scratch.${table} (LIKE public.${table} INCLUDING ALL)`);
    const name = client.escapeIdentifier(client.database ?? '');
    await client.query(`ALTER DATABASE ${name} SET search_path TO scratch, public`);
    await client.query(`ALTER DATABASE ${name} SET synchronous_commit TO off`);
    await client.query('COMMIT');
  });
}
