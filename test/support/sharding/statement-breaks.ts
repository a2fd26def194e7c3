import type { Place } from './schema-breaks';

/** A part of PostgreSQL's syntax tree. */
type Part = Record<string, unknown>;

/** What is known of the database that a statement is for. */
export interface Schema {
  places: ReadonlyMap<string, Place | undefined>;
  /** Functions of which every variant may answer differently within a statement. */
  volatile: ReadonlySet<string>;
  /** Functions of which no variant answers the same for ever; volatile ones are among them. */
  mutable: ReadonlySet<string>;
}

/**
 * What Citus refuses of a statement however its tables are distributed, by what its planner says (`ModifyQuerySupported`):
 * a change runs where its shard is, but what a function answers there must not depend on where that is. Operators with the
 * same fault are not seen (`column + interval`), since the tree has no types.
 *
 * @returns `what: table`, in the order of the alphabet
 */
export function statementBreaks(tree: unknown, schema: Schema): string[] {
  const found = new Set<string>();
  for (const [kind, change] of changesIn(tree)) {
    const table = String((change['relation'] as Part | undefined)?.['relname']);
    const place = schema.places.get(table);
    if (place === undefined || place === 'local') continue;
    for (const what of breaksOf(kind, change, schema)) found.add(`${what}: ${table}`);
  }
  if (workspacesIn(tree).size > 1) found.add('several workspaces');
  return [...found].sort();
}

/** The parameters that workspaces of tables are compared with. */
function workspacesIn(tree: unknown): Set<number> {
  const found = new Set<number>();
  visit(tree, (name, part) => {
    if (name !== 'A_Expr') return;
    const left = itemsOf(part['lexpr']);
    const right = itemsOf(part['rexpr']);
    left.forEach((item, place) => {
      for (const [column, value] of [
        [item, right[place]],
        [right[place], item],
      ]) {
        const number = columnOf(column) === 'workspace_id' ? parameterOf(value) : undefined;
        if (number !== undefined) found.add(number);
      }
    });
  });
  return found;
}

/** Whether it locks rows of tables that are distributed, which Citus does in one shard only. */
export function locksRows(tree: unknown, { places }: Schema): boolean {
  const tables = new Set<unknown>();
  let locks = false;
  visit(tree, (name, part) => {
    if (name === 'lockingClause') locks = true;
    if (typeof part['relname'] === 'string') tables.add(part['relname']);
  });
  return locks && [...tables].some((table) => places.get(String(table)) === 'distributed');
}

function breaksOf(kind: string, change: Part, { volatile, mutable }: Schema): string[] {
  const conflict = change['onConflictClause'];
  const isInsert = kind === 'InsertStmt';
  const changed = [change['targetList'], change['whereClause']];
  const breaks: [string, boolean][] = [
    ['volatile function in a change', !isInsert && calls(changed, volatile)],
    ['volatile function in WITH of a change', calls(change['withClause'], volatile)],
    ['function of a column in a change', !isInsert && callsWithColumn(changed, mutable)],
    ['function in CASE or COALESCE of a change', !isInsert && choosesBy(changed, mutable)],
    ['function in ON CONFLICT', calls(conflict, mutable)],
    ['function in RETURNING', calls(change['returningList'] ?? change['returningClause'], mutable)],
    ['query in VALUES', isInsert && has(valuesOf(change), 'SubLink')],
  ];
  return breaks.filter(([, isSo]) => isSo).map(([what]) => what);
}

function valuesOf(insert: Part): unknown {
  const select = insert['selectStmt'] as Part | undefined;
  return (select?.['SelectStmt'] as Part | undefined)?.['valuesLists'];
}

function changesIn(tree: unknown): [string, Part][] {
  const changes: [string, Part][] = [];
  visit(tree, (name, part) => {
    if (['InsertStmt', 'UpdateStmt', 'DeleteStmt'].includes(name)) changes.push([name, part]);
  });
  return changes;
}

function calls(part: unknown, functions: ReadonlySet<string>): boolean {
  let does = false;
  visit(part, (name, call) => {
    if (name === 'FuncCall' && functions.has(nameOf(call))) does = true;
    // CURRENT_TIMESTAMP and its kind, which are no functions to the grammar.
    if (name === 'SQLValueFunction' && functions.has('now')) does = true;
  });
  return does;
}

function callsWithColumn(part: unknown, functions: ReadonlySet<string>): boolean {
  let does = false;
  visit(part, (name, call) => {
    if (name === 'FuncCall' && functions.has(nameOf(call)) && has(call['args'], 'ColumnRef')) does = true;
  });
  return does;
}

function choosesBy(part: unknown, functions: ReadonlySet<string>): boolean {
  let does = false;
  visit(part, (name, choice) => {
    if (['CaseExpr', 'CoalesceExpr'].includes(name) && calls(choice, functions)) does = true;
  });
  return does;
}

function has(part: unknown, kind: string): boolean {
  let does = false;
  visit(part, (name) => (does ||= name === kind));
  return does;
}

function nameOf(call: Part): string {
  const names = call['funcname'] as { String: { sval: string } }[];
  return names.at(-1)!.String.sval;
}

/** Of `(a, b)` both, of anything else itself. */
function itemsOf(expression: unknown): unknown[] {
  const row = (expression as Part | undefined)?.['RowExpr'] as Part | undefined;
  return row ? (row['args'] as unknown[]) : [expression];
}

function columnOf(expression: unknown): string | undefined {
  const reference = (expression as Part | undefined)?.['ColumnRef'] as Part | undefined;
  return (reference?.['fields'] as { String?: { sval: string } }[] | undefined)?.at(-1)?.String?.sval;
}

/** The number of a parameter, through casts. */
function parameterOf(expression: unknown): number | undefined {
  const { TypeCast: cast, ParamRef: parameter } = (expression ?? {}) as Record<string, Part | undefined>;
  return cast ? parameterOf(cast['arg']) : (parameter?.['number'] as number | undefined);
}

/** Everything, however deep, by the name that it has in what it is part of. */
function visit(part: unknown, see: (name: string, part: Part) => void): void {
  if (Array.isArray(part)) for (const one of part) visit(one, see);
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return;
  for (const [name, below] of Object.entries(part)) {
    if (typeof below === 'object' && below !== null) see(name, below as Part);
    visit(below, see);
  }
}

/** Of functions with variants of both kinds, nothing is said: which one is meant, their types would tell. */
const FUNCTIONS = `
  SELECT proname::text AS name, bool_and(provolatile = 'v') AS volatile FROM pg_proc WHERE prokind = 'f'
  GROUP BY proname HAVING bool_and(provolatile <> 'i')`;

export async function functionsOf(
  ask: <Row>(sql: string) => Promise<Row[]>,
): Promise<Pick<Schema, 'volatile' | 'mutable'>> {
  const rows = await ask<{ name: string; volatile: boolean }>(FUNCTIONS);
  const names = (some: typeof rows): Set<string> => new Set(some.map(({ name }) => name));
  return { mutable: names(rows), volatile: names(rows.filter((row) => row.volatile)) };
}
