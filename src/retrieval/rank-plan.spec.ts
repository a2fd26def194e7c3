import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { createTestDatabase, dropTestDatabase } from '../../test/support/database/test-database';
import { createKnowledgeIndex } from '../../test/support/database/knowledge-index';
import { IndexDraft } from './index-draft';
import { replaceSourceIndex, stem } from './index-source';
import { askedWords } from './query-terms';
import { rankPassages } from './rank-passages';
import { RANK } from './rank.sql';

const SOURCES_OF_AGENT = 30;
const CHUNKS_OF_SOURCE = 100;
const QUESTIONS = ['refund', 'How long does a refund of order 17 take?', 'refunnd of oder 17'];

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

describe('the ranking statement', () => {
  const agent = { workspaceId: randomUUID(), agentId: randomUUID() };
  let url: string;
  let pool: Pool;

  beforeAll(async () => {
    url = await createTestDatabase();
    pool = new Pool({ connectionString: url, max: 1, options: '-c search_path=scratch,public' });
    // Dropping the database may end a connection that is just closing; no test waits for that one.
    pool.on('error', () => undefined);
    await createKnowledgeIndex(pool);
    await pool.query('BEGIN');
    for (let number = 0; number < SOURCES_OF_AGENT; number += 1) await addSource(number);
    await pool.query('COMMIT');
  });
  afterAll(async () => {
    await pool.end();
    await dropTestDatabase(url);
  });

  async function addSource(number: number): Promise<void> {
    const source = { ...agent, sourceId: randomUUID(), generation: 1, name: 'Orders', language: 'english' as const };
    const chunks = Array.from({ length: CHUNKS_OF_SOURCE }, (_chunk, ordinal) => {
      const order = number * CHUNKS_OF_SOURCE + ordinal;
      const body = `Order ${order} is delivered to customer ${order % 97}. A refund takes ${order % 13} days.`;
      const structure = { notation: 'plain', blocks: [{ kind: 'paragraph', start: 0, end: body.length }] } as const;
      return { ordinal, heading: '', body, start: ordinal * 100, end: ordinal * 100 + body.length, structure };
    });
    const draft = new IndexDraft(source.name, chunks);
    await stem(pool, source.language, draft);
    await replaceSourceIndex(pool, source, draft);
    await pool.query(`INSERT INTO knowledge_sources VALUES ($1, $2, $3, $4, NULL, 'ready', 1, 'english')`, [
      agent.workspaceId,
      agent.agentId,
      source.sourceId,
      source.name,
    ]);
  }

  async function scans(question: string): Promise<{ table: string; by: string }[]> {
    const questionWords = askedWords(question);
    const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(`EXPLAIN (FORMAT JSON) ${RANK}`, [
      agent.workspaceId,
      agent.agentId,
      questionWords.map(({ word }) => word),
      questionWords.map(({ counts }) => counts),
      50,
      questionWords.length,
    ]);
    return rows[0]!['QUERY PLAN'].flatMap(({ Plan }) => scansOf(Plan));
  }

  // Fresh tables have no statistics, and those of a large agent tempt the planner to read all of it.
  it.each(['before', 'after'])('reads chunks and postings by their keys alone, %s ANALYZE', async (moment) => {
    if (moment === 'after') await pool.query('ANALYZE');
    for (const question of QUESTIONS) {
      const found = await scans(question);
      const tables = found.filter(({ table }) => /^knowledge_(?:chunks|postings)$/.test(table));
      expect(new Set(tables.map(({ table }) => table))).toEqual(new Set(['knowledge_chunks', 'knowledge_postings']));
      for (const { by } of tables) expect(by).toMatch(/^(?:Index (?:Only )?Scan|Bitmap Heap Scan)$/);
    }
  });

  it('is the only one that a question takes', async () => {
    const query = jest.spyOn(pool, 'query');
    const [first] = await rankPassages(pool, agent, 'What about order 1234?', { limit: 5 });
    expect(query).toHaveBeenCalledTimes(1);
    expect(first?.text).toMatch(/^Order 1234 /);
    query.mockRestore();
  });
});

function scansOf(plan: Plan): { table: string; by: string }[] {
  const own = plan['Relation Name'] ? [{ table: plan['Relation Name'], by: plan['Node Type'] }] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scansOf)];
}
