import { parse } from 'libpg-query';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource } from 'typeorm';
import { SqlLog } from '../../../src/common/database/sql-log';
import { requestIfAny } from '../../../src/common/request/request-context';
import { STATEMENT_BREAKS } from '../sharding/known-breaks';
import { placesOf } from '../sharding/schema-breaks';
import { functionsOf, locksRows, type Schema, statementBreaks } from '../sharding/statement-breaks';
import { type Across, isMeantForAll, mayLockForAll } from './across-workspaces';
import { lookUps, unboundTables, type WorkspaceColumns } from './unbound-tables';
import { isAmbiguous, type UniqueKeys, uniqueKeys } from './unique-keys';

/** One for all: Node passes each storage that there ever was on with every asynchronous step. */
const background = new AsyncLocalStorage<true>();

/** Statements that nothing was wrong with: suites send the same ones, and the schema is the same for all. */
const sound = new Set<string>();
const known = new Set(STATEMENT_BREAKS.flatMap(({ breaks }) => breaks));
/** By the tables that there are: features beside those of the tree have more. */
const schemas = new Map<string, Promise<Schema>>();
const keys = new Map<string, Promise<UniqueKeys>>();

/**
 * Checks every SQL statement that a Parley sends for requests and in the background: each must name the workspace for
 * every table that has one, even if a guard has checked it before. Statements of tests are not checked.
 */
export class TenantWatch {
  private readonly statements = new Set<string>();
  private readonly stop = SqlLog.listen((sql) => {
    if (requestIfAny() ?? background.getStore()) this.statements.add(sql);
  });

  private constructor(
    private readonly columns: WorkspaceColumns,
    private readonly schema: Schema,
    private readonly keys: UniqueKeys,
    private readonly across: readonly Across[],
  ) {}

  static async over(database: DataSource, across: readonly Across[]): Promise<TenantWatch> {
    const columns = await workspaceColumns(database);
    const tables = [...columns.keys()].sort().join();
    const schema = schemas.get(tables) ?? schemaOf(database);
    schemas.set(tables, schema);
    const unique = keys.get(tables) ?? uniqueKeys(<Row>(sql: string) => database.query<Row[]>(sql));
    keys.set(tables, unique);
    return new TenantWatch(columns, await schema, await unique, across);
  }

  /** Work that no request asked for. */
  inBackground<T>(work: () => Promise<T>): Promise<T> {
    return background.run(true, work);
  }

  async expectAllBound(): Promise<void> {
    this.stop();
    for (const sql of this.statements) {
      if (sound.has(sql)) continue;
      const problem = this.problemOf(sql, await parse(sql));
      if (problem) throw new Error(`${problem} in:\n${sql}`);
      sound.add(sql);
    }
  }

  private problemOf(sql: string, tree: unknown): string | undefined {
    const breaks = statementBreaks(tree, this.schema).filter((one) => !known.has(one));
    if (breaks.length > 0) return `Citus would refuse this (${breaks.join(', ')})`;
    const [ambiguous] = lookUps(tree, this.columns).filter((one) => isAmbiguous(one, this.keys));
    if (ambiguous) {
      return `Rows of ${ambiguous.table} are looked for by ${ambiguous.by.join(' and ')} alone, which is not unique over all workspaces,`;
    }
    if (isMeantForAll(sql, this.across)) {
      if (locksRows(tree, this.schema) === mayLockForAll(sql, this.across)) return undefined;
      return `Rows of all workspaces are ${mayLockForAll(sql, this.across) ? 'not locked, though listed so,' : 'locked, which is not listed,'}`;
    }
    const tables = unboundTables(tree, this.columns);
    return tables.length > 0 ? `No workspace is named for ${tables.join(' and ')}` : undefined;
  }
}

async function schemaOf(database: DataSource): Promise<Schema> {
  const ask = <Row>(sql: string): Promise<Row[]> => database.query<Row[]>(sql);
  return { places: await placesOf(ask), ...(await functionsOf(ask)) };
}

/** A new table with a workspace is looked after without being listed. */
async function workspaceColumns(database: DataSource): Promise<WorkspaceColumns> {
  const tables = await database.query<{ name: string }[]>(
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'workspace_id'`,
  );
  return new Map([['workspaces', 'id'], ...tables.map(({ name }) => [name, 'workspace_id'] as const)]);
}
