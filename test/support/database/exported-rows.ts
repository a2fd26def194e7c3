import type { Client } from 'pg';
import { READABLE } from '../../../src/backup/catalog.sql';
import { ExportPlan, type PlannedTable } from '../../../src/backup/workspace/export-plan';
import type { FeatureCatalog } from '../../../src/common/feature/feature-catalog';
import { BUILT_IN } from '../../../src/features';
import { withClient } from './whole-database';

/**
 * Every exported row of a workspace, by table, as text: but for what is set anew where it is imported, and for the record of the
 * import.
 */
export function exportedRows(
  url: string,
  workspaceId: string,
  features: FeatureCatalog = BUILT_IN,
): Promise<Record<string, string[]>> {
  return withClient(url, async (client) => {
    await client.query('BEGIN');
    await client.query(READABLE);
    const found: Record<string, string[]> = {};
    const plan = await ExportPlan.of(client, features);
    for (const table of plan.tables) {
      const ignored = [...Object.keys(table.anew ?? {}), ...numberedColumnsOf(plan, table)];
      found[table.name] = await rowsOf(client, table, { workspaceId, ignored });
    }
    return found;
  });
}

async function rowsOf(
  client: Client,
  { name, workspaceColumn, only }: PlannedTable,
  { workspaceId, ignored }: { workspaceId: string; ignored: string[] },
): Promise<string[]> {
  const { rows } = await client.query<{ row: string }>(
    `SELECT (to_jsonb(t) - $2::text[])::text AS row FROM ${name} t WHERE ${workspaceColumn} = $1 ${only ? `AND ${only}` : ''}
     ${name === 'audit_entries' ? `AND operation_id <> 'operator.importWorkspace'` : ''} ORDER BY 1`,
    [workspaceId, ignored],
  );
  return rows.map(({ row }) => row);
}

function numberedColumnsOf({ tables }: ExportPlan, { name, numbered }: PlannedTable): string[] {
  const references = tables.flatMap((one) => one.numbered?.references?.[name] ?? []);
  return numbered ? [numbered.column, ...references] : references;
}
