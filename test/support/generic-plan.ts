import type { Parley } from './parley';

export interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  /** Of EXPLAIN ANALYZE. */
  'Actual Rows'?: number;
  Plans?: Plan[];
}

/** The plan for all parameters that prepared statements get; EXPLAIN has an option for it from PostgreSQL 16 on. */
export async function genericPlanOf(parley: Parley, sql: string): Promise<Plan> {
  const runner = parley.database.createQueryRunner();
  const parameters = new Set(sql.match(/\$\d+/g)).size;
  const values = parameters > 0 ? `(${Array.from({ length: parameters }, () => 'NULL').join()})` : '';
  try {
    await runner.query('SET plan_cache_mode = force_generic_plan');
    await runner.query(`PREPARE asked AS ${sql}`);
    const [row] = (await runner.query(`EXPLAIN (FORMAT JSON) EXECUTE asked${values}`)) as [
      { 'QUERY PLAN': [{ Plan: Plan }] },
    ];
    return row['QUERY PLAN'][0].Plan;
  } finally {
    await runner.query('DEALLOCATE asked');
    await runner.query('RESET plan_cache_mode');
    await runner.release();
  }
}

/** The plan with the plans within it. */
export function everyPlan(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(everyPlan)];
}
