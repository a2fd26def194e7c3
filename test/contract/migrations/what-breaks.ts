import { parse } from 'libpg-query';

/** A part of PostgreSQL's syntax tree. */
type Part = Record<string, unknown>;
/** What is wrong with a statement; nothing where it is harmless. */
type Problems = string[];

/** Statements that touch no rows that were there before. */
const HARMLESS = ['CommentStmt', 'SelectStmt', 'CreateSeqStmt', 'GrantStmt', 'CreateStatsStmt'];
/** Parts of ALTER TABLE that change nothing for who reads and writes, and take no longer with more rows. */
const HARMLESS_PARTS = ['AT_SetStatistics', 'AT_SetStorage', 'AT_SetRelOptions', 'AT_ResetRelOptions'];
/** They mean the same for all rows of a statement, so that PostgreSQL keeps the value once. */
const STABLE = ['now', 'statement_timestamp', 'transaction_timestamp'];

/**
 * Finds statements of a migration that break or block the previous version: dropped, renamed and narrowed things, and
 * locks that last longer with more rows. Reports each statement that is not known to be harmless. Tables created by the
 * migration itself are exempt, since no other process uses them yet.
 */
export async function whatBreaks(statements: readonly string[], inTransaction = true): Promise<Problems> {
  const migration = new Migration(inTransaction);
  for (const sql of statements) {
    const { stmts = [] } = await parse(sql);
    for (const { stmt } of stmts as { stmt: Part }[]) migration.look(stmt);
  }
  return migration.found();
}

class Migration {
  private readonly problems: Problems = [];
  private readonly ownTables = new Set<string>();
  private readonly ownColumns = new Set<string>();
  private readonly constrained = new Set<string>();
  /** Indexes that an attempt before may have left half made. */
  private readonly cleared = new Set<string>();

  constructor(private readonly inTransaction: boolean) {}

  found(): Problems {
    return [...this.problems, ...[...this.cleared].map((index) => `DropStmt ${index}`)];
  }

  look(statement: Part): void {
    const [kind, body] = Object.entries(statement)[0] as [string, Part];
    if (HARMLESS.includes(kind)) return;
    const table = (body['relation'] as { relname?: string } | undefined)?.relname ?? '';
    if (kind === 'CreateStmt') this.ownTables.add(table);
    else if (this.ownTables.has(table)) return;
    else if (kind === 'AlterTableStmt') this.lookAtParts(table, body['cmds'] as { AlterTableCmd: Part }[]);
    else if (kind === 'IndexStmt') this.lookAtIndex(table, body);
    else if (kind === 'DropStmt' && body['concurrent'] && body['missing_ok']) this.cleared.add(nameOf(body));
    else if (kind === 'CreateFunctionStmt' && !body['replace']) return;
    else this.problems.push(`${kind} ${table || nameOf(body)}`.trim());
  }

  private lookAtParts(table: string, parts: { AlterTableCmd: Part }[]): void {
    for (const { AlterTableCmd: part } of parts) {
      const kind = part['subtype'] as string;
      const definition = (part['def'] ?? {}) as { ColumnDef?: Part; Constraint?: Part };
      const name = `${table}.${(part['name'] ?? definition.ColumnDef?.['colname'] ?? definition.Constraint?.['conname'] ?? '') as string}`;
      if (HARMLESS_PARTS.includes(kind)) continue;
      if (kind === 'AT_AddColumn') this.lookAtColumn(name, definition.ColumnDef!);
      else if (kind === 'AT_AddConstraint') this.lookAtConstraint(table, name, definition.Constraint!);
      else if (kind === 'AT_ValidateConstraint') this.lookAtValidation(name);
      else if (kind !== 'AT_ColumnDefault' || !part['def']) this.problems.push(`${kind} ${name}`);
    }
  }

  private lookAtColumn(name: string, column: Part): void {
    this.ownColumns.add(name);
    const constraints = ((column['constraints'] ?? []) as { Constraint: Part }[]).map(({ Constraint }) => Constraint);
    const kinds = constraints.map(({ contype }) => contype as string);
    const preset = constraints.find(({ contype }) => contype === 'CONSTR_DEFAULT');
    if (kinds.includes('CONSTR_NOTNULL') && !preset) this.problems.push(`NOT NULL without DEFAULT ${name}`);
    if (preset && callsIn(preset['raw_expr']).some((call) => !STABLE.includes(call)))
      this.problems.push(`a DEFAULT for each row ${name}`);
    const others = kinds.filter((kind) => !['CONSTR_NOTNULL', 'CONSTR_NULL', 'CONSTR_DEFAULT'].includes(kind));
    this.problems.push(...others.map((kind) => `${kind} of a new column ${name}`));
  }

  /** It binds what the version before writes, unless that knows none of the columns. */
  private lookAtConstraint(table: string, name: string, constraint: Part): void {
    this.constrained.add(name);
    const columns = [...columnsIn(constraint['raw_expr']), ...stringsIn(constraint['fk_attrs'])];
    const isOwn = columns.length > 0 && columns.every((column) => this.ownColumns.has(`${table}.${column}`));
    if (!constraint['skip_validation']) this.problems.push(`a constraint without NOT VALID ${name}`);
    else if (!isOwn) this.problems.push(`a constraint of columns that were there ${name}`);
  }

  /** Adding it holds a lock until the transaction ends, and this reads the whole table. */
  private lookAtValidation(name: string): void {
    if (this.constrained.has(name)) this.problems.push(`VALIDATE in the migration that adds ${name}`);
  }

  private lookAtIndex(table: string, index: Part): void {
    const name = `${table}.${index['idxname'] as string}`;
    if (index['unique']) this.problems.push(`a unique index ${name}`);
    if (!index['concurrent']) this.problems.push(`an index without CONCURRENTLY ${name}`);
    else if (this.inTransaction) this.problems.push(`CONCURRENTLY in a transaction ${name}`);
    // A process that ends meanwhile leaves an index that no query uses.
    else if (!this.cleared.delete(index['idxname'] as string))
      this.problems.push(`an index not dropped before ${name}`);
  }
}

/** What is dropped or renamed, as far as the statement names it in one word. */
function nameOf(body: Part): string {
  return [...stringsIn(body['objects'] ?? body['relations'])].join(', ');
}

function callsIn(part: unknown): string[] {
  return partsNamed('FuncCall', part).flatMap((call) => [...stringsIn(call['funcname'])].slice(-1));
}

function columnsIn(part: unknown): string[] {
  return partsNamed('ColumnRef', part).flatMap((column) => [...stringsIn(column['fields'])].slice(-1));
}

function partsNamed(name: string, part: unknown): Part[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => [
    ...(key === name ? [value as Part] : []),
    ...partsNamed(name, value),
  ]);
}

function* stringsIn(part: unknown): Generator<string> {
  for (const text of partsNamed('String', part)) yield text['sval'] as string;
}
