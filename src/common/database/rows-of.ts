import type { UnitOfWork } from './unit-of-work';

/** Rows that belong to other records of their workspace by a column. Both names are the code's own, never a caller's. */
export interface RowsOf {
  table: string;
  column: string;
}

export async function countRowsOf(
  work: UnitOfWork,
  { table, column }: RowsOf,
  workspaceId: string,
  ids: readonly string[],
): Promise<number> {
  const [row] = await work.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table} WHERE workspace_id = $1 AND ${column} = ANY ($2::uuid[])`,
    [workspaceId, ids],
  );
  return row?.count ?? 0;
}

/** How many there were. */
export async function eraseRowsOf(
  work: UnitOfWork,
  { table, column }: RowsOf,
  workspaceId: string,
  ids: readonly string[],
): Promise<number> {
  const [row] = await work.query<{ count: number }>(
    `WITH gone AS (
       DELETE FROM ${table} WHERE workspace_id = $1 AND ${column} = ANY ($2::uuid[]) RETURNING 1
     ) SELECT count(*)::int AS count FROM gone`,
    [workspaceId, ids],
  );
  return row?.count ?? 0;
}
