import type { Client } from 'pg';
import { to } from 'pg-copy-streams';
import { ensureDeclared } from '../common/database/declared-tables';
import { ensureComplete, readHistory } from '../common/database/migrate';
import { newestOf, type RanMigration } from '../common/database/migration-history';
import type { FeatureCatalog } from '../common/feature/feature-catalog';
import type { Frame } from './frames';
import { LIST_SEQUENCES, LIST_TABLES, type NamedColumns, READABLE, type OwnedSequence } from './catalog.sql';
import { BackupRefused } from './backup.errors';
import type { StoredFiles, StoredPiece } from './stored-files';

/** Prints a line about the progress for the operator. */
export type Progress = (line: string) => void;

/** The schema of a copied database. */
export interface Contents {
  /** All migrations that had run, in order. */
  migrations: string[];
  /** Each feature with migrations, and its last one. */
  features: Record<string, string>;
  tables: string[];
}

/**
 * A database at one moment. Other connections continue to read and write; migrations wait.
 */
export class Snapshot {
  private constructor(
    private readonly client: Client,
    readonly contents: Contents,
    private readonly tables: readonly NamedColumns[],
  ) {}

  /**
   * @throws BackupRefused if the database has no tables of Parley
   * @throws CannotStart if the database has a feature or a table that this process does not know: the copy would be
   * incomplete
   */
  static async take(
    client: Client,
    { features, setting }: { features: FeatureCatalog; setting: string },
  ): Promise<Snapshot> {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(READABLE);
    const { rows: tables } = await client.query<NamedColumns>(LIST_TABLES);
    const migrated = tables.findIndex(({ table }) => table === 'migrations');
    if (migrated === -1) {
      throw new BackupRefused(
        `${setting} leads to a database without tables of Parley: there is nothing to copy. Pass the settings of the service.`,
      );
    }
    // The target's schema already has it.
    tables.splice(migrated, 1);
    const names = tables.map(({ table }) => client.escapeIdentifier(table));
    await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`);
    const history = await readHistory(client);
    ensureComplete(history, features, setting);
    await ensureDeclared(client, { features, history, setting });
    return new Snapshot(client, contentsOf(history, tables, features), tables);
  }

  /** The number of rows of all tables together. */
  async countRows(): Promise<number> {
    let all = 0;
    for (const { table } of this.tables) {
      const counted = `SELECT count(*)::int AS n FROM ${this.client.escapeIdentifier(table)}`;
      const { rows } = await this.client.query<{ n: number }>(counted);
      all += rows[0]?.n ?? 0;
    }
    return all;
  }

  /** All rows and sequences at the moment of the snapshot. `stored`: the bytes of files that lie elsewhere go along. */
  async *frames(progress: Progress, stored: StoredFiles | null = null): AsyncGenerator<Frame> {
    for (const [index, table] of this.tables.entries()) {
      progress(`${index + 1} of ${this.tables.length}: ${table.table}`);
      yield* this.rowsOf(table, table.table === 'file_pieces' ? stored : null);
    }
    yield* this.sequences();
    yield { kind: 'end', tables: this.tables.length };
    await this.client.query('COMMIT');
  }

  private async *rowsOf({ table, columns }: NamedColumns, stored: StoredFiles | null): AsyncGenerator<Frame> {
    yield { kind: 'table', table, columns };
    const names = columns.map((column) => this.client.escapeIdentifier(column));
    const rows = this.client.query(to(`COPY ${this.client.escapeIdentifier(table)} (${names.join(', ')}) TO STDOUT`));
    for await (const text of rows) yield { kind: 'rows', text: text as Buffer };
    let more = 0;
    for await (const piece of stored?.pieces(this.client, null) ?? []) {
      more += 1;
      yield { kind: 'rows', text: copiedPiece(piece, columns) };
    }
    yield { kind: 'counted', rows: rows.rowCount + more };
  }

  /** A number that was used must never be used again, even if its row is gone. */
  private async *sequences(): AsyncGenerator<Frame> {
    const { rows: owned } = await this.client.query<OwnedSequence>(LIST_SEQUENCES);
    for (const { table, column, sequence } of owned) {
      const { rows } = await this.client.query<Pick<Frame & { kind: 'sequence' }, 'lastValue' | 'isCalled'>>(
        `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${sequence}`,
      );
      const [at] = rows;
      if (at) yield { kind: 'sequence', table, column, ...at };
    }
  }
}

/** A line of COPY, whose text format doubles the backslash of a bytea. */
function copiedPiece(piece: StoredPiece, columns: readonly string[]): Buffer {
  const values: Readonly<Record<string, string>> = {
    workspace_id: piece.workspaceId,
    file_id: piece.fileId,
    start_at: String(piece.startAt),
    bytes: `\\\\x${piece.bytes.toString('hex')}`,
  };
  return Buffer.from(`${columns.map((column) => values[column]).join('\t')}\n`);
}

function contentsOf(
  history: readonly RanMigration[],
  tables: readonly NamedColumns[],
  features: FeatureCatalog,
): Contents {
  return {
    migrations: history.map(({ name }) => name),
    features: newestOf(history, features),
    tables: tables.map(({ table }) => table),
  };
}
