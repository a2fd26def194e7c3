import type { Client } from 'pg';
import { BackupRefused, DamagedBackup } from '../backup.errors';
import type { Progress } from '../snapshot';
import type { ExportPlan, PlannedTable } from './export-plan';
import { type RowStatement, rowStatements } from './row-statement';
import type { SealedValues } from './sealed-values';

/** In characters: the size of a batch. It bounds the memory, together with the longest row. */
const BATCH = 1_000_000;
/** In characters. A message has at most 200,000, and each may be escaped by six. */
const LONGEST = 2_000_000;

export interface WriterOptions {
  plan: ExportPlan;
  workspaceId: string;
  accounts: ReadonlyMap<string, string>;
  sealed: SealedValues;
  path: string;
  progress: Progress;
}

/** Writes the rows of one workspace only. PostgreSQL parses them, because a number may be larger than JavaScript's. */
export class RowWriter {
  rows = 0;
  private statements: ReadonlyMap<string, RowStatement> | null = null;
  private batch: string[] = [];
  private size = 0;
  private table: PlannedTable | null = null;

  constructor(
    private readonly client: Client,
    private readonly options: WriterOptions,
  ) {}

  /** `line` has the row in its member `row`. */
  async write(table: string, line: string): Promise<void> {
    const { plan, path, progress, sealed } = this.options;
    const known = plan.find(table);
    if (!known) throw new DamagedBackup(path);
    if (line.length > (known.longestRow ?? LONGEST)) throw this.refused(`a row that is too long for ${table}`);
    if (this.table !== known || this.size > BATCH) await this.flush();
    if (this.table !== known) progress(plan.placeOf(known));
    this.table = known;
    const readable = sealed.readable(known, line);
    if (readable === null) return;
    this.batch.push(readable);
    this.size += readable.length;
  }

  async flush(): Promise<void> {
    const { batch, table } = this;
    this.batch = [];
    this.size = 0;
    if (!table || batch.length === 0) return;
    this.statements ??= await rowStatements(this.client, this.options.plan);
    const statement = this.statements.get(table.name)!;
    const lines = `[${batch.join(',')}]`;
    const accounts = JSON.stringify(Object.fromEntries(this.options.accounts));
    const { rowCount } = await this.client.query(statement.insert, [lines, this.options.workspaceId, accounts]);
    if (rowCount !== batch.length) throw await this.reasonFor(table, statement, lines);
    this.rows += batch.length;
  }

  /** Why a row was refused: a value, another workspace's id, or a reference to a row that is not in the file. */
  private async reasonFor(
    { name }: PlannedTable,
    { findOutOfBounds }: RowStatement,
    lines: string,
  ): Promise<BackupRefused> {
    const { rows } = findOutOfBounds
      ? await this.client.query<{ column: string }>(findOutOfBounds, [lines])
      : { rows: [] };
    const [found] = rows;
    return found
      ? this.refused(`a value that is out of bounds: ${name}.${found.column}`)
      : new DamagedBackup(this.options.path);
  }

  private refused(what: string): BackupRefused {
    return new BackupRefused(`${this.options.path} has ${what}. Nothing was changed.`);
  }
}
