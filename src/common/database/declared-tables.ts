import type { Client } from 'pg';
import { CannotStart } from '../../config/cannot-start';
import type { FeatureCatalog } from '../feature/feature-catalog';
import type { RanMigration } from './migration-history';

export interface FoundTable {
  table: string;
  hasWorkspace: boolean;
  /** Tables that its foreign keys refer to. */
  refersTo: string[];
}

/** By hand: the catalog. Tables of the schema, but for those of extensions and the one that migrations write. */
export const LIST_DECLARABLE = `
  SELECT c.relname AS "table",
    EXISTS (
      SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
    ) AS "hasWorkspace",
    ARRAY(
      SELECT DISTINCT t.relname::text FROM pg_constraint f JOIN pg_class t ON t.oid = f.confrelid
      WHERE f.conrelid = c.oid AND f.contype = 'f' AND t.oid <> c.oid
    ) AS "refersTo"
  FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> 'migrations'
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
  ORDER BY c.relname`;

/**
 * A table that no feature declares would be in no backup that can be restored, and in no exported workspace. A database that a
 * later version has migrated is not checked: its tables need not be known here.
 *
 * @throws CannotStart with all that is wrong
 */
export async function ensureDeclared(
  client: Client,
  { features, history, setting }: { features: FeatureCatalog; history: readonly RanMigration[]; setting: string },
): Promise<void> {
  const known = new Set(features.migrations.map(({ name }) => name));
  if (history.some(({ name }) => !known.has(name))) return;
  const { rows } = await client.query<FoundTable>(LIST_DECLARABLE);
  const problems = rows.flatMap((table) => problemsOf(table, features));
  if (problems.length > 0) throw new CannotStart(`${setting} names a database in which ${problems.join('; ')}.`);
}

/** One clause for each. */
export function problemsOf({ table, hasWorkspace, refersTo }: FoundTable, features: FeatureCatalog): string[] {
  const policy = features.policyOf(table);
  if (policy === undefined) {
    return [`no feature declares the table ${table}: declare it with its policy, or move it to another schema`];
  }
  if (policy.rows === 'installation') {
    return hasWorkspace ? [`${table} has a workspace_id, so its policy is exported() or leftOut()`] : [];
  }
  if (policy.rows !== 'exported') return [];
  // An imported workspace is matched with the accounts that are there.
  const exempt = new Set(['accounts', ...(policy.unlinkedFrom ?? [])]);
  return refersTo
    .filter((other) => !exempt.has(other) && features.policyOf(other)?.rows !== 'exported')
    .map((other) => `${table} is exported and refers to ${other}, which is not`);
}
