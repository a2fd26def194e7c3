import type { ClientBase, Pool } from 'pg';

/** Tables of the index, as the migrations make them; ranking reads these columns of the sources besides. */
const INDEX = [
  'knowledge_chunks',
  'knowledge_postings',
  'knowledge_lexemes',
  'knowledge_statistics',
  'knowledge_embedding_sets',
];
const SOURCES = `
  CREATE TABLE scratch.knowledge_sources (workspace_id uuid, agent_id uuid, id uuid, name text, url text, status text,
    index_generation integer, language text, canonical_url text, PRIMARY KEY (workspace_id, agent_id, id))`;

/** Makes the schema `scratch` with an index of its own, whose sources need no agents and no workspaces. */
export async function createKnowledgeIndex(database: Pick<Pool | ClientBase, 'query'>): Promise<void> {
  await database.query('CREATE SCHEMA scratch');
  await database.query(SOURCES);
  for (const table of INDEX) await database.query(`CREATE TABLE scratch.${table} (LIKE public.${table} INCLUDING ALL)`);
}
