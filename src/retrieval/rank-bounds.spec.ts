import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { createTestDatabase, dropTestDatabase } from '../../test/support/database/test-database';
import { LANGUAGES } from '../language/language';
import { LIST_LIKE_ENDINGS } from './compound-heads.sql';
import { RANK } from './rank.sql';

const VOCABULARY = 30_000;
const REMOVED = { sources: 30, passages: 300 };
const EVERYWHERE = 40_000;

interface Plan {
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** What one search reads, of an agent that has more of everything than a search should look at. */
describe('the rows that a search reads', () => {
  const agent = [randomUUID(), randomUUID()];
  const live = randomUUID();
  let url: string;
  let pool: Pool;

  beforeAll(async () => {
    url = await createTestDatabase();
    pool = new Pool({ connectionString: url, max: 1, options: '-c jit=off' });
    pool.on('error', () => undefined);
    // The rules of other tables are not what this is about, and statistics come when the test says so.
    await pool.query('SET session_replication_role = replica');
    for (const table of ['knowledge_lexemes', 'knowledge_postings', 'knowledge_chunks', 'knowledge_sources']) {
      await pool.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    }
    await pool.query(
      `INSERT INTO knowledge_statistics SELECT $1, $2, language, 1000, 100000 FROM unnest($3::text[]) AS language`,
      [...agent, LANGUAGES],
    );
    await pool.query(
      `INSERT INTO knowledge_lexemes
       SELECT $1::uuid, $2::uuid, 'a' || translate(n::text, '0123456789', 'bcdfghklmn'), 1
       FROM generate_series(100000, 100000 + $3::int - 1) AS n
       UNION ALL SELECT $1, $2, 'everywher', ${EVERYWHERE}`,
      [...agent, VOCABULARY],
    );
    await pool.query(
      `INSERT INTO knowledge_sources (workspace_id, agent_id, id, type, name, status, size_bytes, index_generation)
       SELECT $1::uuid, $2::uuid, gen_random_uuid(), 'text', 'Removed', 'deleting', 1, 1 FROM generate_series(1, ${REMOVED.sources})
       UNION ALL SELECT $1, $2, $3, 'text', 'Live', 'ready', 1, 1`,
      [...agent, live],
    );
    await pool.query(
      `INSERT INTO knowledge_chunks (workspace_id, agent_id, source_id, generation, ordinal, language, body,
         start_offset, end_offset, length, lexemes)
       SELECT $1, $2, id, 1, n, 'english', 'Everywhere.', 0, 11, 1, 'everywher'
       FROM knowledge_sources,
         generate_series(1, CASE status WHEN 'deleting' THEN ${REMOVED.passages} ELSE ${EVERYWHERE} END) AS n
       WHERE agent_id = $2`,
      agent,
    );
    await pool.query(
      `INSERT INTO knowledge_postings SELECT $1, $2, 'everywher', id, 1, 0, 1 FROM knowledge_chunks WHERE agent_id = $2`,
      agent,
    );
    // Of other agents, so that reading by anything but the whole key is not the same.
    await pool.query(
      `INSERT INTO knowledge_lexemes
       SELECT workspace_id, gen_random_uuid(), lexeme, 1 FROM knowledge_lexemes, generate_series(1, 2) WHERE agent_id = $1`,
      [agent[1]],
    );
    await pool.query(`PREPARE asked AS ${RANK}`);
    await pool.query(`PREPARE endings AS ${LIST_LIKE_ENDINGS}`);
  }, 120_000);
  afterAll(async () => {
    await pool.end();
    await dropTestDatabase(url);
  });

  /** Rows that were read of each table, those that a condition dropped included. */
  function read(words: readonly string[]): Promise<Map<string, number>> {
    const text = `'{${words.join()}}'::text[], array_fill(1::float8, ARRAY[${words.length}])`;
    return rowsOf(`asked('${agent[0]}', '${agent[1]}', ${text}, 50, ${words.length})`);
  }

  async function rowsOf(execution: string): Promise<Map<string, number>> {
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE ${execution}`,
    );
    const counts = new Map<string, number>();
    addRows(rows[0]!['QUERY PLAN'][0].Plan, counts);
    return counts;
  }

  const unknown = Array.from({ length: 64 }, (_word, number) => `a${letters(number)}${letters(number * 7)}xyz`);

  describe.each(['without', 'with'])('%s fresh statistics', (statistics) => {
    beforeAll(async () => {
      if (statistics === 'with') await pool.query('ANALYZE');
    });

    it.each(['force_custom_plan', 'force_generic_plan'])(
      'are bounded for a question of nothing but unknown words, by a %s',
      async (mode) => {
        await pool.query(`SET plan_cache_mode = ${mode}`);
        const counts = await read(unknown);
        expect(counts.get('knowledge_lexemes')).toBeGreaterThan(1_000);
        expect(counts.get('knowledge_lexemes')).toBeLessThanOrEqual(8 * 4 * 64 + 64);
      },
    );

    it.each(['force_custom_plan', 'force_generic_plan'])(
      'are bounded where words that end like unknown ones are looked up, by a %s',
      async (mode) => {
        await pool.query(`SET plan_cache_mode = ${mode}`);
        const values = `'${agent[0]}', '${agent[1]}', '{${unknown.map((word) => `${word}f`).join()}}', '{german}'`;
        const counts = await rowsOf(`endings(${values})`);
        expect(counts.get('knowledge_lexemes')).toBeGreaterThan(8);
        expect(counts.get('knowledge_lexemes')).toBeLessThanOrEqual(4 * 2 * (1 + 2 * 26) + 64);
      },
    );

    it('are bounded for a word that is everywhere, though half of its passages are removed', async () => {
      const counts = await read(['everywhere']);
      expect(counts.get('knowledge_postings')).toBeGreaterThan(10_000);
      expect(counts.get('knowledge_postings')).toBeLessThanOrEqual(20_000);
      expect(counts.get('knowledge_chunks')).toBeLessThanOrEqual(4_000 + 2 * 200);
      expect(counts.get('knowledge_sources')).toBeLessThanOrEqual(1_000 + 200);
    });
  });
});

function letters(number: number): string {
  return String(number).replace(/\d/g, (digit) => 'bcdfghklmn'[Number(digit)]!);
}

function addRows(plan: Plan, counts: Map<string, number>): void {
  const table = plan['Relation Name'];
  if (table) {
    const each = [plan['Actual Rows'], plan['Rows Removed by Filter'], plan['Rows Removed by Index Recheck']];
    const rows = each.reduce<number>((sum, count) => sum + (count ?? 0), 0) * (plan['Actual Loops'] ?? 0);
    counts.set(table, (counts.get(table) ?? 0) + Math.round(rows));
  }
  for (const child of plan.Plans ?? []) addRows(child, counts);
}
