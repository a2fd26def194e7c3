import { createHash, randomBytes, randomUUID } from 'node:crypto';

export type ForgedRow = Record<string, unknown>;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** An exported workspace with changes by an attacker who knows the format: counts and checksum are correct. */
export class ForgedFile {
  private readonly lines: string[];

  constructor(text: string) {
    this.lines = text.trimEnd().split('\n').slice(0, -1);
  }

  /** The same workspace as if it were another one: no id, hash or name of it is taken anywhere. */
  fresh(): this {
    // The audit log is signed with the ids of the workspace; no attacker could write another one.
    this.lines.splice(
      0,
      this.lines.length,
      ...this.lines.filter((line) => !isOf(line, 'audit_entries') && !isOf(line, 'audit_batches')),
    );
    const ids = new Map<string, string>();
    const idFor = (id: string): string => ids.get(id) ?? ids.set(id, randomUUID()).get(id)!;
    this.eachLine((line) => line.replace(UUID, idFor));
    this.change('workspace_keys', (row) => ({ ...row, secret_hash: `\\x${randomBytes(32).toString('hex')}` }));
    return this.change('workspaces', (row) => ({ ...row, name_key: randomUUID() }));
  }

  get workspaceId(): string {
    return (JSON.parse(this.lines[0]!) as { workspaceId: string }).workspaceId;
  }

  rows(table: string): ForgedRow[] {
    return this.lines.filter((line) => isOf(line, table)).map((line) => (JSON.parse(line) as { row: ForgedRow }).row);
  }

  /** Numbers beyond those of JavaScript are written as texts, which PostgreSQL reads all the same. */
  change(table: string, change: (row: ForgedRow) => ForgedRow): this {
    return this.eachLine((line) =>
      isOf(line, table) ? lineOf(table, change((JSON.parse(line) as { row: ForgedRow }).row)) : line,
    );
  }

  changeHeader(change: object): this {
    this.lines[0] = JSON.stringify({ ...(JSON.parse(this.lines[0]!) as object), ...change });
    return this;
  }

  changeAccounts(change: (account: ForgedRow) => ForgedRow): this {
    return this.eachLine((line) =>
      line.startsWith('{"account":')
        ? JSON.stringify({ account: change((JSON.parse(line) as { account: ForgedRow }).account) })
        : line,
    );
  }

  add(table: string, row: ForgedRow): this {
    const last = this.lines.findLastIndex((line) => isOf(line, table));
    this.lines.splice(last + 1 || this.lines.length, 0, lineOf(table, row));
    return this;
  }

  addAccount(account: ForgedRow): this {
    this.lines.splice(1, 0, JSON.stringify({ account }));
    return this;
  }

  replace(found: string, by: string): this {
    return this.eachLine((line) => line.replaceAll(found, by));
  }

  text(): string {
    const counts: Record<string, number> = {};
    for (const line of this.lines) {
      const { table } = JSON.parse(line) as { table?: string };
      if (table !== undefined) counts[table] = (counts[table] ?? 0) + 1;
    }
    const whole = `${this.lines.join('\n')}\n`;
    const sha256 = createHash('sha256').update(whole).digest('hex');
    return `${whole}${JSON.stringify({ end: true, counts, sha256 })}\n`;
  }

  private eachLine(change: (line: string) => string): this {
    this.lines.forEach((line, index) => (this.lines[index] = change(line)));
    return this;
  }
}

function isOf(line: string, table: string): boolean {
  return line.startsWith(`{"table":"${table}",`);
}

function lineOf(table: string, row: ForgedRow): string {
  return `{"table":"${table}","row":${JSON.stringify(row)}}`;
}
