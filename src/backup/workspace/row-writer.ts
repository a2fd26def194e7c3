import type { Client } from 'pg';
import { DamagedBackup } from '../backup.errors';
import { LIST_TABLES, type NamedColumns } from '../catalog.sql';
import type { Progress } from '../snapshot';
import { ENCRYPTED, EXPORTED, type ExportedTable, ONLY, workspaceColumnOf } from './exported-tables';

/** Rows that are written at once, in characters: memory is bounded by this or by the longest row. */
const BATCH = 1_000_000;

export interface WriterOptions {
  workspaceId: string;
  accounts: ReadonlyMap<string, string>;
  /** Whether what is encrypted can be read here. */
  knowsKey: boolean;
  path: string;
  progress: Progress;
}

/** Writes the rows of one workspace, and none of another. PostgreSQL reads them: a number may be larger than JavaScript's. */
export class RowWriter {
  rows = 0;
  readonly unreadable: Record<string, number> = {};
  private readonly statements = new Map<ExportedTable, string>();
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
    if (this.table !== known || this.size > BATCH) await this.flush();
    if (this.table !== known) this.options.progress(`${EXPORTED.indexOf(known) + 1} of ${EXPORTED.length}: ${known}`);
    this.table = known;
    this.batch.push(line);
    this.size += line.length;
  }

  async flush(): Promise<void> {
    const { batch, table } = this;
    this.batch = [];
    this.size = 0;
    if (!table || batch.length === 0) return;
    if (await this.leftOut(table, batch)) return;
    const accounts = JSON.stringify(Object.fromEntries(this.options.accounts));
    const values = [`[${batch.join(',')}]`, this.options.workspaceId, accounts];
    const { rowCount } = await this.client.query(await this.statementFor(table), values);
    // One of another workspace was not written.
    if (rowCount !== batch.length) throw new DamagedBackup(this.options.path);
    this.rows += batch.length;
  }

  /** Counts what is encrypted with another key. @returns whether nothing is left of the rows */
  private async leftOut(table: ExportedTable, batch: readonly string[]): Promise<boolean> {
    const encrypted = ENCRYPTED[table];
    if (this.options.knowsKey || !encrypted) return false;
    const [first] = encrypted.columns === 'row' ? [] : encrypted.columns;
    const { rows } = await this.client.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM json_array_elements($1::json) line WHERE $2::text IS NULL OR line -> 'row' ->> $2 IS NOT NULL`,
      [`[${batch.join(',')}]`, first ?? null],
    );
    this.unreadable[table] = (this.unreadable[table] ?? 0) + (rows[0]?.n ?? 0);
    return encrypted.columns === 'row';
  }

  private async statementFor(table: ExportedTable): Promise<string> {
    if (this.statements.size === 0) {
      const { rows } = await this.client.query<NamedColumns>(LIST_TABLES);
      for (const found of rows) {
        const known = EXPORTED.find((name) => name === found.table);
        if (known) this.statements.set(known, this.statementOf(known, found.columns));
      }
    }
    return this.statements.get(table)!;
  }

  /** `$1` lines, `$2` workspace, `$3` accounts here by those there. */
  private statementOf(table: ExportedTable, columns: readonly string[]): string {
    const { knowsKey } = this.options;
    const unreadable = knowsKey ? [] : (ENCRYPTED[table]?.columns ?? []);
    const values = columns.map((column) => {
      const value = `r.${this.client.escapeIdentifier(column)}`;
      if (column.endsWith('account_id')) return `($3::json ->> ${value}::text)::uuid`;
      return unreadable.includes(column) ? 'NULL' : value;
    });
    const names = columns.map((column) => this.client.escapeIdentifier(column)).join(', ');
    const only = ONLY[table] ? ` AND ${ONLY[table]}` : '';
    return `
      INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
      SELECT ${values.join(', ')}
      FROM json_array_elements($1::json) line, json_populate_record(NULL::${table}, line -> 'row') r
      WHERE r.${workspaceColumnOf(table)} = $2 AND ($3::json IS NOT NULL)${only}`;
  }
}
