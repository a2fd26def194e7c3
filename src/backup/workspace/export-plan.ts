import type { Client } from 'pg';
import { type FoundTable, LIST_DECLARABLE } from '../../common/database/declared-tables';
import type { FeatureCatalog } from '../../common/feature/feature-catalog';
import type { ExportedTable } from '../../common/feature/table-policy';

export interface PlannedTable extends ExportedTable {
  readonly name: string;
  /** The column with the workspace of a row. */
  readonly workspaceColumn: string;
}

/** The exported tables. Each comes after the tables that it refers to. */
export class ExportPlan {
  private readonly byName: ReadonlyMap<string, PlannedTable>;

  constructor(readonly tables: readonly PlannedTable[]) {
    this.byName = new Map(tables.map((table) => [table.name, table]));
  }

  static async of(client: Client, features: FeatureCatalog): Promise<ExportPlan> {
    const { rows: found } = await client.query<FoundTable>(LIST_DECLARABLE);
    const policies = new Map(features.exported);
    const names = inOrder([...policies], found);
    return new ExportPlan(names.map((name) => ({ ...policies.get(name)!, name, workspaceColumn: columnOf(name) })));
  }

  get names(): string[] {
    return this.tables.map(({ name }) => name);
  }

  find(name: string): PlannedTable | undefined {
    return this.byName.get(name);
  }

  /** `3 of 52: agents`. */
  placeOf({ name }: PlannedTable): string {
    return `${this.tables.findIndex((table) => table.name === name) + 1} of ${this.tables.length}: ${name}`;
  }
}

function columnOf(table: string): string {
  return table === 'workspaces' ? 'id' : 'workspace_id';
}

/**
 * Depth first: a table comes after those that its foreign keys and its policy name. Tables in a circle stay in place.
 */
function inOrder(policies: readonly (readonly [string, ExportedTable])[], found: readonly FoundTable[]): string[] {
  const refersTo = new Map(found.map(({ table, references }) => [table, references.map((other) => other.table)]));
  const before = new Map(policies.map(([name, { after = [] }]) => [name, [...(refersTo.get(name) ?? []), ...after]]));
  const placed = new Set<string>();
  const begun = new Set<string>();
  const place = (name: string): void => {
    if (begun.has(name)) return;
    begun.add(name);
    for (const other of before.get(name) ?? []) if (before.has(other)) place(other);
    placed.add(name);
  };
  for (const [name] of policies) place(name);
  return [...placed];
}
