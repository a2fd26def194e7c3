import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource } from 'typeorm';
import { SqlLog } from '../../../src/common/database/sql-log';
import { requestIfAny } from '../../../src/common/request/request-context';
import { isMeantForAll } from './across-workspaces';
import { unboundTables, type WorkspaceColumns } from './unbound-tables';

/** One for all: Node passes each storage that there ever was on with every asynchronous step. */
const background = new AsyncLocalStorage<true>();

/**
 * Takes every SQL statement that a Parley sends for requests and in the background: each must say which workspace it
 * means of every table that has one, whatever the guards before it have made sure of. What a test asks the database
 * itself is its own business.
 */
export class TenantWatch {
  private readonly statements = new Set<string>();
  private readonly stop = SqlLog.listen((sql) => {
    if (requestIfAny() ?? background.getStore()) this.statements.add(sql);
  });

  private constructor(private readonly columns: WorkspaceColumns) {}

  static async over(database: DataSource): Promise<TenantWatch> {
    return new TenantWatch(await workspaceColumns(database));
  }

  /** Work that no request asked for. */
  inBackground<T>(work: () => Promise<T>): Promise<T> {
    return background.run(true, work);
  }

  async expectAllBound(): Promise<void> {
    this.stop();
    for (const sql of this.statements) {
      if (isMeantForAll(sql)) continue;
      const tables = await unboundTables(sql, this.columns);
      if (tables.length > 0) throw new Error(`No workspace is named for ${tables.join(' and ')} in:\n${sql}`);
    }
  }
}

/** A new table with a workspace is looked after without being listed. */
async function workspaceColumns(database: DataSource): Promise<WorkspaceColumns> {
  const tables = await database.query<{ name: string }[]>(
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'workspace_id'`,
  );
  return new Map([['workspaces', 'id'], ...tables.map(({ name }) => [name, 'workspace_id'] as const)]);
}
