import type { Client } from 'pg';
import { migrate } from '../../src/common/database/migrate';
import { BUILT_IN } from '../../src/features';
import { withClient } from '../support/database';
import type { PlanFigures } from '../support/report';
import { FILL } from './rows.sql';
import { hotStatements } from './statements';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

interface Plan {
  Plan: PlanNode;
  'Execution Time': number;
}

/** The plans of the hot statements on big tables. Uses the generic plan that prepared statements get. */
export async function plans(databaseUrl: string, rows: number): Promise<PlanFigures[]> {
  await migrate({ url: databaseUrl, setting: 'DATABASE_URL' }, BUILT_IN);
  return withClient(databaseUrl, async (client) => {
    for (const statement of FILL) await client.query(statement, [rows]);
    await client.query('VACUUM ANALYZE');
    await client.query('SET plan_cache_mode = force_generic_plan');
    const figures: PlanFigures[] = [];
    // Its workspace has agents.
    const middle = Math.max(1, Math.floor(rows / 40)) * 20;
    for (const { name, sql, parameters } of hotStatements(middle)) {
      await client.query(`PREPARE hot AS ${sql}`);
      // Run once before, to load the pages into memory.
      await explained(client, parameters);
      figures.push(figuresOf(name, await explained(client, parameters)));
      await client.query('DEALLOCATE hot');
    }
    return figures;
  });
}

/** Run and rolled back. */
async function explained(client: Client, parameters: readonly string[]): Promise<Plan> {
  await client.query('BEGIN');
  const { rows } = await client.query<{ 'QUERY PLAN': [Plan] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE hot (${parameters.join(', ')})`,
  );
  await client.query('ROLLBACK');
  return rows[0]!['QUERY PLAN'][0];
}

function figuresOf(statement: string, { Plan: root, 'Execution Time': milliseconds }: Plan): PlanFigures {
  return {
    statement,
    milliseconds,
    buffers: root['Shared Hit Blocks'] + root['Shared Read Blocks'],
    scans: scansOf(root),
  };
}

/** Each access to a table: the index, or a scan of the whole table. */
function scansOf(node: PlanNode): string[] {
  const own = node['Index Name'] ?? (node['Node Type'] === 'Seq Scan' ? `ALL of ${node['Relation Name']}` : undefined);
  return [...(own === undefined ? [] : [own]), ...(node.Plans ?? []).flatMap(scansOf)];
}
