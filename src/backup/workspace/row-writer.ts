import type { Client } from 'pg';
import { BackupRefused, DamagedBackup } from '../backup.errors';
import type { Progress } from '../snapshot';
import { EXPORTED, type ExportedTable } from './exported-tables';
import { longestOf } from './longest-rows';
import { type RowStatement, rowStatements } from './row-statement';
import type { SealedValues } from './sealed-values';

/** Rows that are written at once, in characters: memory is bounded by this or by the longest row. */
const BATCH = 1_000_000;

export interface WriterOptions {
  workspaceId: string;
  accounts: ReadonlyMap<string, string>;
  sealed: SealedValues;
  path: string;
  progress: Progress;
}

/** Writes the rows of one workspace, and none of another. PostgreSQL reads them: a number may be larger than JavaScript's. */
export class RowWriter {
  rows = 0;
  private statements: ReadonlyMap<string, RowStatement> | null = null;
  private batch: string[] = [];
  private size = 0;
  private table: ExportedTable | null = null;

  constructor(
    private readonly client: Client,
    private readonly options: WriterOptions,
  ) {}

  /** `line` has the row as its member `row`. */
  async write(table: string, line: string): Promise<void> {
    const known = EXPORTED.find((name) => name === table);
    if (!known) throw new DamagedBackup(this.options.path);
    if (line.length > longestOf(known)) throw this.refused(`a row that is longer than any of ${known} can be`);
    if (this.table !== known || this.size > BATCH) await this.flush();
    if (this.table !== known) this.options.progress(`${EXPORTED.indexOf(known) + 1} of ${EXPORTED.length}: ${known}`);
    this.table = known;
    const readable = this.options.sealed.readable(known, line);
    if (readable === null) return;
    this.batch.push(readable);
    this.size += readable.length;
  }

  async flush(): Promise<void> {
    const { batch, table } = this;
    this.batch = [];
    this.size = 0;
    if (!table || batch.length === 0) return;
    this.statements ??= await rowStatements(this.client);
    const statement = this.statements.get(table)!;
    const lines = `[${batch.join(',')}]`;
    const accounts = JSON.stringify(Object.fromEntries(this.options.accounts));
    const { rowCount } = await this.client.query(statement.insert, [lines, this.options.workspaceId, accounts]);
    if (rowCount !== batch.length) throw await this.reasonFor(table, statement, lines);
    this.rows += batch.length;
  }

  /** Why a row was not written: a value, or it is of another workspace, or refers to a row that is not in the file. */
  private async reasonFor(
    table: ExportedTable,
    { findOutOfBounds }: RowStatement,
    lines: string,
  ): Promise<BackupRefused> {
    const { rows } = findOutOfBounds
      ? await this.client.query<{ column: string }>(findOutOfBounds, [lines])
      : { rows: [] };
    const [found] = rows;
    return found
      ? this.refused(`a value that is out of bounds: ${table}.${found.column}`)
      : new DamagedBackup(this.options.path);
  }

  private refused(what: string): BackupRefused {
    return new BackupRefused(`${this.options.path} has ${what}. Nothing was changed.`);
  }
}
