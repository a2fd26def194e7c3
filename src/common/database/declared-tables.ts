import type { Client } from 'pg';
import { CannotStart } from '../../config/cannot-start';
import type { FeatureCatalog } from '../feature/feature-catalog';
import type { ExportedTable, TablePolicy } from '../feature/table-policy';
import { isOfLaterVersion, type RanMigration } from './migration-history';

const PERSONAL_IDS = ['contact_id', 'conversation_id'];

export interface FoundTable {
  table: string;
  columns: string[];
  /** Other tables that its foreign keys refer to. `cascades`: its rows are deleted together with the referenced rows. */
  references: { table: string; cascades: boolean }[];
}

/** By hand: the catalog. Tables of the schema, except for those of extensions and the table of migrations. */
export const LIST_DECLARABLE = `
  SELECT c.relname AS "table",
    ARRAY(
      SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    ) AS columns,
    ARRAY(
      SELECT json_build_object('table', t.relname, 'cascades', f.confdeltype = 'c')
      FROM pg_constraint f JOIN pg_class t ON t.oid = f.confrelid
      WHERE f.conrelid = c.oid AND f.contype = 'f' AND t.oid <> c.oid
      ORDER BY t.relname
    ) AS references
  FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> 'migrations'
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
  ORDER BY c.relname`;

/**
 * Checks that a feature declares every table. An undeclared table would be missing in backups and exports. Skips a database that a
 * later version has migrated, because this version need not know its tables.
 *
 * @throws CannotStart with all problems
 */
export async function ensureDeclared(
  client: Client,
  { features, history, setting }: { features: FeatureCatalog; history: readonly RanMigration[]; setting: string },
): Promise<void> {
  if (isOfLaterVersion(history, features)) return;
  const { rows } = await client.query<FoundTable>(LIST_DECLARABLE);
  const problems = problemsOf(rows, features);
  if (problems.length > 0) throw new CannotStart(`In the database of ${setting}, ${problems.join('; ')}.`);
}

/** One clause for each problem. */
function problemsOf(found: readonly FoundTable[], features: FeatureCatalog): string[] {
  const ofWorkspaces = closure(
    found,
    features.exported.map(([table]) => table),
    () => true,
  );
  const personal = closure(found, features.personal, ({ cascades }) => cascades);
  return found.flatMap((table) => {
    const policy = features.policyOf(table.table);
    if (policy === undefined) {
      return [`no feature declares the table ${table.table}: declare it with its policy, or move it to another schema`];
    }
    return [
      ...(policy.rows === 'installation' ? misplaced(table, ofWorkspaces) : []),
      ...(policy.rows === 'exported' ? unlinked(table, policy, features) : []),
      ...missingColumns(table, policy),
      ...uncountable(table, policy),
      ...(policy.erasedWith || policy.keptAfterErasure ? [] : unerased(table, personal)),
    ];
  });
}

function misplaced({ table, columns, references }: FoundTable, ofWorkspaces: ReadonlySet<string>): string[] {
  if (columns.includes('workspace_id'))
    return [`${table} has a workspace_id, so its policy is exported() or leftOut()`];
  return references
    .filter((other) => ofWorkspaces.has(other.table))
    .map((other) => `${table} refers to ${other.table}, so its policy is exported() or leftOut()`);
}

function unlinked({ table, references }: FoundTable, policy: ExportedTable, features: FeatureCatalog): string[] {
  // An import matches a workspace with the existing accounts.
  const exempt = new Set(['accounts', ...(policy.unlinkedFrom ?? [])]);
  return references
    .filter((other) => !exempt.has(other.table) && features.policyOf(other.table)?.rows !== 'exported')
    .map((other) => `${table} is exported and refers to ${other.table}, which is not`);
}

/** Without these columns, the statements generated from the policy would fail at the first erasure or reseal. */
function missingColumns({ table, columns }: FoundTable, { erasedWith = {}, ...policy }: TablePolicy): string[] {
  const named = [erasedWith.contact, erasedWith.conversation].filter((column) => typeof column === 'string');
  const since = 'keptFor' in policy && policy.keptFor ? [policy.keptFor.since] : [];
  const counted = 'setUpAgain' in policy && policy.setUpAgain !== undefined;
  const ofWorkspace = counted || named.length + since.length > 0 ? ['workspace_id', ...named, ...since] : [];
  const sealed = (policy.sealed ?? []).flatMap(({ column, fingerprint }) => [column, fingerprint?.column ?? column]);
  const needed = new Set([...ofWorkspace, ...sealed]);
  return [...needed]
    .filter((column) => !columns.includes(column))
    .map((column) => `the policy of ${table} needs the column ${column}, which it does not have`);
}

/** Contacts are erased first. Rows that cascade with them would be gone before they are counted, and receipts would differ from previews. */
function uncountable({ table, references }: FoundTable, { erasedWith, countedAs }: TablePolicy): string[] {
  if (typeof erasedWith?.contact !== 'string' || countedAs === undefined) return [];
  return references
    .filter((other) => other.cascades && other.table === 'contacts')
    .map((other) => `${table} has countedAs, so its foreign key to ${other.table} must not say ON DELETE CASCADE`);
}

function unerased({ table, columns, references }: FoundTable, personal: ReadonlySet<string>): string[] {
  const remedy = 'so it needs erasedWith, ON DELETE CASCADE or keptAfterErasure';
  const undeclared = references
    .filter((other) => !other.cascades && personal.has(other.table))
    .map((other) => `${table} refers to ${other.table}, whose rows are erased, ${remedy}`);
  if (undeclared.length > 0 || personal.has(table)) return undeclared;
  return columns
    .filter((column) => PERSONAL_IDS.includes(column))
    .map((column) => `${table} has a ${column}, ${remedy}`);
}

/** These tables, and all tables that refer to them directly or indirectly. */
function closure(
  found: readonly FoundTable[],
  tables: readonly string[],
  follows: (reference: FoundTable['references'][number]) => boolean,
): ReadonlySet<string> {
  const reached = new Set(tables);
  for (let size = -1; size !== reached.size;) {
    size = reached.size;
    for (const { table, references } of found) {
      if (references.some((other) => follows(other) && reached.has(other.table))) reached.add(table);
    }
  }
  return reached;
}
