import { Pool } from 'pg';
import { knowledgeIndexSchema } from '../../src/knowledge/retrieval/schema.sql';
import { inProcessClient } from './in-process.client';
import { runAnswers } from './run';

const SOURCES = `
  CREATE TABLE knowledge_sources (
    workspace_id uuid NOT NULL, agent_id uuid NOT NULL, id uuid NOT NULL, name text NOT NULL, url text,
    status text NOT NULL, index_generation integer NOT NULL, language text NOT NULL,
    PRIMARY KEY (workspace_id, agent_id, id))`;

/** `FILE` in SQuAD 2.0's format; DATABASE_URL names a database in which a schema may be created and dropped. */
async function main(file: string | undefined): Promise<void> {
  if (!file) throw new Error('Which file? It is the first argument, in the format of SQuAD 2.0.');
  const schema = `answers_${process.pid}`;
  const pool = new Pool({ connectionString: process.env['DATABASE_URL'], options: `-c search_path=${schema},public` });
  await pool.query(`CREATE SCHEMA ${schema}`);
  try {
    for (const statement of [SOURCES, ...knowledgeIndexSchema]) await pool.query(statement);
    const measured = await runAnswers(file, () => Promise.resolve(inProcessClient(pool)));
    console.table(measured.map(({ name, value, n, goal }) => ({ name, value: value.toFixed(4), n, goal })));
  } finally {
    await pool.query(`DROP SCHEMA ${schema} CASCADE`);
    await pool.end();
  }
}

main(process.argv[2]).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
