/** A part of PostgreSQL's syntax tree. */
type Part = Record<string, unknown>;

/** A table that a statement reads, changes or deletes from, by the name it has there. */
interface Reference {
  table: string;
  alias: string;
}

/** A condition that every row has to meet, and the tables whose rows it can keep out. */
interface Condition {
  expression: unknown;
  holds: readonly Reference[];
}

/** What a table calls the workspace that a row belongs to. */
export type WorkspaceColumns = ReadonlyMap<string, string>;

/**
 * The tables of workspaces that a statement looks into without saying which workspace it means: no condition that holds
 * for every row compares the workspace with a value, with that of a table which is bound itself, or with what another
 * part of the statement found. What an INSERT writes to is not looked into.
 *
 * @returns `table alias`, as often as it happens
 */
export function unboundTables(tree: unknown, columns: WorkspaceColumns): string[] {
  return levelsIn(tree, new Set()).flatMap((level) => new Level(level, columns).unbound());
}

/** How a statement finds rows of a table without the workspace that they belong to. */
export interface LookUp {
  table: string;
  /** Columns that are compared with a parameter or with other rows, sorted; also those that leave rows out. */
  by: string[];
  /** All that holds for the rows, as {@link conditionsIn} has it. */
  conditions: string[];
}

/** Of the tables that {@link unboundTables} names, those whose rows are looked for by values. */
export function lookUps(tree: unknown, columns: WorkspaceColumns): LookUp[] {
  return levelsIn(tree, new Set())
    .flatMap((level) => new Level(level, columns).lookUps())
    .filter(({ by }) => by.length > 0);
}

/** The conditions that a condition consists of, each as a text that is the same however it is written. */
export function conditionsIn(expression: unknown): string[] {
  if (!isPart(expression)) return [];
  const { BoolExpr: logic } = expression;
  const isAnd = isPart(logic) && logic['boolop'] === 'AND_EXPR';
  return isAnd ? (logic['args'] as unknown[]).flatMap(conditionsIn) : [JSON.stringify(plain(expression))];
}

/** Every SELECT, UPDATE and DELETE, however deep. */
function levelsIn(part: unknown, seen: Set<unknown>): Part[] {
  if (Array.isArray(part)) return part.flatMap((one) => levelsIn(one, seen));
  if (!isPart(part) || seen.has(part)) return [];
  seen.add(part);
  const below = Object.values(part).flatMap((one) => levelsIn(one, seen));
  // Identified by their content, since the two sides of a UNION have no names.
  const isLevel = 'fromClause' in part || 'usingClause' in part || 'whereClause' in part;
  const isJoin = 'larg' in part && !('op' in part);
  const isWrite = 'relation' in part && !('selectStmt' in part) && !('lockedRels' in part);
  return (isLevel && !isJoin) || isWrite ? [part, ...below] : below;
}

/** One SELECT, UPDATE or DELETE without those inside of it. */
class Level {
  private readonly conditions: Condition[] = [];
  private readonly references: Reference[];
  private readonly bound = new Set<Reference>();

  constructor(
    part: Part,
    private readonly columns: WorkspaceColumns,
  ) {
    this.references = [part['relation'], part['fromClause'], part['usingClause']].flatMap((from) => this.from(from));
    this.conditions.push({ expression: part['whereClause'], holds: this.references });
  }

  unbound(): string[] {
    return this.unboundReferences().map(({ table, alias }) => `${table} ${alias}`);
  }

  lookUps(): LookUp[] {
    return this.unboundReferences().map((reference) => {
      const holding = this.conditions.filter(({ holds }) => holds.includes(reference));
      const pairs = holding
        .flatMap(({ expression }) => [...equalities(expression), ...exclusions(expression)])
        .flatMap(([left, right]) => [...this.pairOf(reference, left, right), ...this.pairOf(reference, right, left)]);
      // A unique key distinguishes rows of the same workspace.
      const workspace = this.columns.get(reference.table);
      const isBeside = pairs.some(({ column, other }) => column === workspace && other !== undefined);
      const by = pairs
        .filter(({ column, other }) => column !== workspace && (other === undefined || !isBeside))
        .map(({ column }) => column);
      const conditions = holding.flatMap(({ expression }) => conditionsIn(expression));
      // Those without a workspace belong to no tenant.
      if (conditions.includes(isNull(workspace))) return { table: reference.table, by: [], conditions };
      return { table: reference.table, by: [...new Set(by)].sort(), conditions };
    });
  }

  private unboundReferences(): Reference[] {
    const tenants = this.references.filter(({ table }) => this.columns.has(table));
    // One that is bound binds those that are compared with it, so again until nothing changes.
    for (let before = -1; before < this.bound.size;) {
      before = this.bound.size;
      for (const { expression, holds } of this.conditions) {
        for (const [left, right] of equalities(expression)) {
          this.bind(left, right, holds);
          this.bind(right, left, holds);
        }
      }
    }
    return tenants.filter((reference) => !this.bound.has(reference));
  }

  /** A column of the table, and the other table it is compared with; none where that is a constant or of the same row. */
  private pairOf(reference: Reference, expression: unknown, value: unknown): { column: string; other?: string }[] {
    const [column, alias] = pathOf(expression);
    const isOwn = alias === undefined ? this.references.length === 1 : alias === reference.alias;
    if (column === undefined || !isOwn || isConstant(value)) return [];
    const [, other] = pathOf(value);
    return other === reference.alias ? [] : [{ column, ...(other !== undefined && { other }) }];
  }

  private from(clause: unknown): Reference[] {
    if (Array.isArray(clause)) return clause.flatMap((one) => this.from(one));
    if (!isPart(clause)) return [];
    if (isPart(clause['JoinExpr'])) return this.join(clause['JoinExpr']);
    const range = clause['RangeVar'] ?? clause;
    if (!isPart(range) || typeof range['relname'] !== 'string') return [];
    return [{ table: range['relname'], alias: aliasOf(range) ?? range['relname'] }];
  }

  private join(join: Part): Reference[] {
    const left = this.from(join['larg']);
    const right = this.from(join['rarg']);
    const all = [...left, ...right];
    // What an outer join finds no partner for stays.
    const holds = join['jointype'] === 'JOIN_LEFT' ? right : join['jointype'] === 'JOIN_INNER' ? all : [];
    this.conditions.push({ expression: join['quals'], holds });
    for (const name of namesIn(join['usingClause'])) {
      for (const one of left) {
        for (const other of right) this.conditions.push({ expression: equal(one, other, name), holds });
      }
    }
    return all;
  }

  private bind(column: unknown, value: unknown, holds: readonly Reference[]): void {
    const reference = this.tenantOf(column);
    if (reference && holds.includes(reference) && this.isKnown(value)) this.bound.add(reference);
  }

  /** The table whose workspace that is. */
  private tenantOf(expression: unknown): Reference | undefined {
    const [name, alias] = pathOf(expression);
    const candidates = this.references.filter(({ table }) => this.columns.get(table) === name);
    if (alias !== undefined) return candidates.find((reference) => reference.alias === alias);
    return candidates.length === 1 ? candidates[0] : undefined;
  }

  private isKnown(value: unknown): boolean {
    const [name, alias] = pathOf(value);
    if (name === undefined) return true;
    const tenant = this.tenantOf(value);
    if (tenant) return this.bound.has(tenant);
    // A column of a statement around this one, or of something that this one finds and that is looked at by itself.
    const own = this.references.find((reference) => reference.alias === alias);
    return alias !== undefined && (own === undefined || !this.columns.has(own.table));
  }
}

/** Pairs of which each row has twice the same. */
function equalities(expression: unknown): [unknown, unknown][] {
  if (!isPart(expression)) return [];
  const { BoolExpr: logic, A_Expr: comparison, SubLink: query } = expression;
  if (isPart(logic)) return logic['boolop'] === 'AND_EXPR' ? (logic['args'] as unknown[]).flatMap(equalities) : [];
  if (isPart(query)) {
    const isIn = query['subLinkType'] === 'ANY_SUBLINK' && !('operName' in query);
    return isIn ? elementsOf(query['testexpr']).map((element) => [element, expression]) : [];
  }
  if (!isPart(comparison) || namesIn(comparison['name'])[0] !== '=') return [];
  if (!['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_IN'].includes(String(comparison['kind']))) return [];
  const left = elementsOf(comparison['lexpr']);
  const right = elementsOf(comparison['rexpr']);
  return left.map((element, position) => [element, left.length === right.length ? right[position] : undefined]);
}

/** Pairs by which rows are left out: `id <> ALL ($1)`. */
function exclusions(expression: unknown): [unknown, unknown][] {
  if (!isPart(expression)) return [];
  const { BoolExpr: logic, A_Expr: comparison } = expression;
  if (isPart(logic)) return logic['boolop'] === 'AND_EXPR' ? (logic['args'] as unknown[]).flatMap(exclusions) : [];
  if (!isPart(comparison) || comparison['kind'] !== 'AEXPR_OP_ALL') return [];
  return elementsOf(comparison['lexpr']).map((element) => [element, comparison['rexpr']]);
}

/** Of `(a, b)` both, of anything else itself. */
function elementsOf(expression: unknown): unknown[] {
  const row = isPart(expression) ? expression['RowExpr'] : undefined;
  return isPart(row) ? (row['args'] as unknown[]) : [expression];
}

/** Column and table of a reference to a column, through casts; nothing for anything else. */
function pathOf(expression: unknown): [name?: string, alias?: string] {
  if (!isPart(expression)) return [];
  if (isPart(expression['TypeCast'])) return pathOf(expression['TypeCast']['arg']);
  if (!isPart(expression['ColumnRef'])) return [];
  const [name, alias] = namesIn(expression['ColumnRef']['fields']).reverse();
  return alias === undefined ? [name ?? '*'] : [name, alias];
}

function equal(one: Reference, other: Reference, name: string): Part {
  const column = ({ alias }: Reference): Part => ({
    ColumnRef: { fields: [alias, name].map((sval) => ({ String: { sval } })) },
  });
  const operator = [{ String: { sval: '=' } }];
  return { A_Expr: { kind: 'AEXPR_OP', name: operator, lexpr: column(one), rexpr: column(other) } };
}

function namesIn(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((one) => (isPart(one) && isPart(one['String']) ? [String(one['String']['sval'])] : []));
}

function aliasOf({ alias }: Part): string | undefined {
  return isPart(alias) ? String(alias['aliasname']) : undefined;
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As {@link conditionsIn} has it. */
function isNull(column: string | undefined): string {
  return JSON.stringify({ NullTest: { arg: column, nulltesttype: 'IS_NULL' } });
}

function isConstant(expression: unknown): boolean {
  if (!isPart(expression)) return false;
  const { TypeCast: cast, List: list } = expression;
  if (isPart(cast)) return isConstant(cast['arg']);
  return isPart(list) ? (list['items'] as unknown[]).every(isConstant) : 'A_Const' in expression;
}

const PLACES = ['location', 'list_start', 'list_end', 'rexpr_list_start', 'rexpr_list_end'];

/** A part without casts, places in the text, and names of tables; `= ANY (ARRAY[…])`, as indexes have it, is `IN (…)`. */
function plain(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(plain);
  if (!isPart(part)) return part;
  if (isPart(part['TypeCast'])) return plain(part['TypeCast']['arg']);
  if (isPart(part['A_ArrayExpr'])) return { List: { items: plain(part['A_ArrayExpr']['elements']) } };
  if (part['kind'] === 'AEXPR_OP_ANY') return plain({ ...part, kind: 'AEXPR_IN' });
  if (isPart(part['ColumnRef'])) return namesIn(part['ColumnRef']['fields']).at(-1);
  return Object.fromEntries(
    Object.entries(part)
      .filter(([name]) => !PLACES.includes(name))
      .map(([name, below]) => [name, plain(below)]),
  );
}
