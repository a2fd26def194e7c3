import type { Client } from 'pg';
import { BackupRefused } from '../backup.errors';
import type { ExportPlan } from './export-plan';
import { LIST_COLUMNS, type TypedColumns } from './workspace.sql';

/** The tables that columns refer to, by the end of the column's name. Their ids are unique across all workspaces. */
const REFERENCES: readonly { ending: RegExp; to: string }[] = [
  { ending: /(^|_)agent_ids?$/, to: 'agents' },
  { ending: /(^|_)conversation_id$/, to: 'conversations' },
  { ending: /(^|_)member_id$/, to: 'members' },
  { ending: /(^|_)session_id$/, to: 'visitor_sessions' },
  { ending: /(^|_)key_id$/, to: 'workspace_keys' },
];

/**
 * Imported rows must not refer to rows of another workspace. The target may be missing: not every column that refers to
 * a row has a foreign key, and foreign keys to members do not include the workspace.
 *
 * @throws BackupRefused
 */
export async function ensureOwnReferences(
  client: Client,
  plan: ExportPlan,
  { workspaceId, path }: { workspaceId: string; path: string },
): Promise<void> {
  const { rows: tables } = await client.query<TypedColumns>(LIST_COLUMNS, [plan.names]);
  for (const { table, columns } of tables) {
    for (const { column, type } of columns) {
      const to = REFERENCES.find(({ ending }) => ending.test(column))?.to;
      const { workspaceColumn } = plan.find(table)!;
      const reference = { table, column, isList: type.endsWith('[]'), to: to ?? '', workspaceColumn };
      if (!to || !(await refersToOthers(client, reference, workspaceId))) continue;
      throw new BackupRefused(`${path} refers to data of another workspace: ${table}.${column}. Nothing was changed.`);
    }
  }
}

interface Reference {
  table: string;
  column: string;
  isList: boolean;
  to: string;
  workspaceColumn: string;
}

async function refersToOthers(
  client: Client,
  { table, column, isList, to, workspaceColumn }: Reference,
  workspaceId: string,
): Promise<boolean> {
  const name = client.escapeIdentifier(column);
  const { rowCount } = await client.query(
    `SELECT FROM (SELECT DISTINCT ${isList ? `unnest(${name})` : name} AS id FROM ${table} WHERE ${workspaceColumn} = $1) named
     JOIN ${to} other ON other.id = named.id AND other.workspace_id <> $1 LIMIT 1`,
    [workspaceId],
  );
  return rowCount === 1;
}
