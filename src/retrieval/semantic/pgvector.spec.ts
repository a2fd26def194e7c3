import { PGlite } from '@electric-sql/pglite';
import { vector as extension } from '@electric-sql/pglite-pgvector';
import type { QueryRunner } from 'typeorm';
import { CreateKnowledgeEmbeddings1795000110000 } from '../../../migrations/knowledge/1795000110000-create-knowledge-embeddings';
import { NEAREST_EMBEDDINGS } from './embeddings.sql';

const DIMENSIONS = 16;
const PASSAGES = 300;
const [WORKSPACE, OTHER_WORKSPACE] = [1, 2].map((n) => `00000000-0000-7000-8000-00000000000${n}`) as [string, string];
const [AGENT, OTHER_AGENT] = [3, 4].map((n) => `00000000-0000-7000-8000-00000000000${n}`) as [string, string];

/** The same for the same seed, of length 1. */
function unitVector(seed: number): number[] {
  const numbers = Array.from({ length: DIMENSIONS }, (_, index) => Math.sin(seed * 12.9898 + index * 78.233));
  const length = Math.hypot(...numbers);
  return numbers.map((number) => number / length);
}
const arrayOf = (numbers: readonly number[]): string => `{${numbers.join(',')}}`;
const product = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, number, index) => sum + number * b[index]!, 0);

/** PostgreSQL with pgvector, which the servers that other suites run on need not have. */
describe('pgvector', () => {
  let database: PGlite;
  const insert = (workspace: string, agent: string, chunk: number, madeBy: string, vector: readonly number[]) =>
    database.query(
      `INSERT INTO knowledge_embeddings (workspace_id, agent_id, chunk_id, made_by, version, embedding)
       VALUES ($1, $2, $3, $4, 1, $5::real[])`,
      [workspace, agent, chunk, madeBy, arrayOf(vector)],
    );
  const nearest = async (madeBy: string, vector: readonly number[], limit: number): Promise<number[]> => {
    const parameters = [WORKSPACE, AGENT, madeBy, arrayOf(vector), limit];
    const { rows } = await database.query<{ chunkId: number }>(NEAREST_EMBEDDINGS, parameters);
    return rows.map(({ chunkId }) => chunkId);
  };

  beforeAll(async () => {
    database = await PGlite.create({ extensions: { vector: extension } });
    await database.exec(`
      CREATE TABLE workspace_model_settings (workspace_id uuid);
      CREATE TABLE agents (workspace_id uuid, id uuid, PRIMARY KEY (workspace_id, id));
      CREATE TABLE knowledge_sources (workspace_id uuid, agent_id uuid, id uuid, PRIMARY KEY (workspace_id, agent_id, id));
      CREATE TABLE knowledge_chunks (workspace_id uuid, agent_id uuid, id bigint, PRIMARY KEY (workspace_id, agent_id, id));
    `);
    const queries = { query: (sql: string) => database.exec(sql) } as unknown as QueryRunner;
    await new CreateKnowledgeEmbeddings1795000110000().up(queries);
    await database.exec(
      'ALTER TABLE knowledge_embeddings DROP CONSTRAINT knowledge_embeddings_workspace_id_agent_id_chunk_id_fkey',
    );
    for (let chunk = 1; chunk <= PASSAGES; chunk += 1)
      await insert(WORKSPACE, AGENT, chunk, 'model', unitVector(chunk));
  });
  afterAll(() => database.close());

  it('is installed by the migration, where the server has it', async () => {
    const { rows } = await database.query(`SELECT 1 FROM pg_extension WHERE extname = 'vector'`);
    expect(rows).toHaveLength(1);
  });

  it('finds the passages that mean most nearly the same, nearest first', async () => {
    for (const seed of [0.5, 77.7, 1234]) {
      const sought = unitVector(seed);
      const byProduct = Array.from({ length: PASSAGES }, (_, index) => index + 1).sort(
        (a, b) => product(unitVector(b), sought) - product(unitVector(a), sought),
      );
      expect(await nearest('model', sought, 50)).toEqual(byProduct.slice(0, 50));
    }
  });

  it('finds none of another workspace, agent or model, and none that cannot be compared', async () => {
    const sought = unitVector(0.25);
    await insert(OTHER_WORKSPACE, AGENT, 9001, 'model', sought);
    await insert(WORKSPACE, OTHER_AGENT, 9002, 'model', sought);
    await insert(WORKSPACE, AGENT, 9003, 'other model', sought);
    await insert(WORKSPACE, AGENT, 9004, 'model', [...sought, 0]);
    const found = await nearest('model', sought, 1_000);
    expect(found).toHaveLength(PASSAGES);
    expect(Math.max(...found)).toBe(PASSAGES);
    expect(await nearest('other model', sought, 10)).toEqual([9003]);
  });

  it('puts passages that mean the same in the order of their ids', async () => {
    const same = unitVector(4_242);
    for (const chunk of [703, 701, 702]) await insert(WORKSPACE, AGENT, chunk, 'twins', same);
    expect(await nearest('twins', unitVector(1), 10)).toEqual([701, 702, 703]);
  });
});
