import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { isUuid } from '../../common/database/uuid';
import { BackupRefused, DamagedBackup } from '../backup.errors';
import { linesIn } from './lines';

/*
 * NDJSON: a header line, a line for each account of the workspace's members, a line for each row, and a last line with
 * the numbers of rows and the SHA-256 of all lines before it.
 */
const FORMAT = 'parley-workspace';
const FORMAT_VERSION = 1;

export interface WorkspaceHeader {
  workspaceId: string;
  /** Each feature with migrations, and its last one. */
  features: Record<string, string>;
  /** The version of Parley. */
  version: string;
  exportedAt: string;
  /** `exportedAt`, sealed: identifies the SECRET_KEY. */
  key: string;
  /** The number of rows that are not exported and must be set up again, by table. */
  leftOut: Record<string, number>;
}

export interface AccountLine {
  id: string;
  email: string;
  name: string;
  verifiedAt: string | null;
}

export type Line =
  | { kind: 'account'; account: AccountLine }
  /** `text` is the whole line: its numbers may be larger than JavaScript's. */
  | { kind: 'row'; table: string; text: string };

export type Counts = Record<string, number>;

/** The bytes of the file: header, accounts, and the rows of each table as JSON. */
export async function* linesOf(
  header: WorkspaceHeader,
  accounts: readonly AccountLine[],
  rows: AsyncIterable<{ table: string; row: string }>,
): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  const counts: Counts = {};
  const line = (text: string): Buffer => {
    const bytes = Buffer.from(`${text}\n`);
    digest.update(bytes);
    return bytes;
  };
  yield line(JSON.stringify({ format: FORMAT, formatVersion: FORMAT_VERSION, ...header }));
  for (const account of accounts) yield line(JSON.stringify({ account }));
  for await (const { table, row } of rows) {
    counts[table] = (counts[table] ?? 0) + 1;
    yield line(`{"table":"${table}","row":${row}}`);
  }
  yield Buffer.from(`${JSON.stringify({ end: true, counts, sha256: digest.digest('hex') })}\n`);
}

function isHeader(header: Record<string, unknown>): header is Record<string, unknown> & WorkspaceHeader {
  const { workspaceId, features, version, exportedAt, key, leftOut } = header;
  if (typeof workspaceId !== 'string' || !isUuid(workspaceId)) return false;
  if (typeof leftOut !== 'object' || leftOut === null) return false;
  const isCounted = Object.values(leftOut).every((count) => Number.isSafeInteger(count));
  if (typeof features !== 'object' || features === null) return false;
  const texts = [...(Object.values(features) as unknown[]), version, exportedAt, key];
  return isCounted && texts.every((value) => typeof value === 'string');
}

/** Reads a file from beginning to end. Only the last line shows whether the file is complete. */
export class WorkspaceFile {
  private readonly lines: AsyncGenerator<Buffer>;
  private readonly digest: Hash = createHash('sha256');
  private readonly counts: Counts = {};

  constructor(
    bytes: Readable,
    private readonly name: string,
  ) {
    this.lines = linesIn(bytes, () => new DamagedBackup(name));
  }

  /** The first line. @throws BackupRefused */
  async header(): Promise<WorkspaceHeader> {
    const first = (await this.lines.next()).value as Buffer | undefined;
    const line = first ?? Buffer.from('{}');
    const { format, formatVersion, ...header } = this.parsed(line, () => ({})) as Record<string, unknown>;
    this.digested(line);
    if (format !== FORMAT) throw new BackupRefused(`${this.name} is not an exported workspace of Parley.`);
    if (formatVersion !== FORMAT_VERSION) {
      throw new BackupRefused(`${this.name} was written by a later version of Parley. Import it with that version.`);
    }
    if (!isHeader(header)) throw new DamagedBackup(this.name);
    return header;
  }

  /** All other lines. @throws DamagedBackup, also after the last row */
  async *content(): AsyncGenerator<Line> {
    for (;;) {
      const { value } = (await this.lines.next()) as { value: Buffer | undefined };
      if (!value) throw new DamagedBackup(this.name);
      const found = this.parsed(value) as { account?: AccountLine; table?: string; end?: true };
      if (found.end) return this.finish(found as unknown as { counts: Counts; sha256: string });
      this.digested(value);
      if (found.account) yield { kind: 'account', account: found.account };
      else if (found.table !== undefined) {
        this.counts[found.table] = (this.counts[found.table] ?? 0) + 1;
        yield { kind: 'row', table: found.table, text: value.toString('utf8') };
      } else throw new DamagedBackup(this.name);
    }
  }

  private async finish({ counts, sha256 }: { counts: Counts; sha256: string }): Promise<void> {
    const found = this.digest.digest('hex');
    const same = JSON.stringify(counts) === JSON.stringify(this.counts);
    const more = await this.lines.next();
    if (sha256 !== found || !same || !more.done) throw new DamagedBackup(this.name);
  }

  private parsed(line: Buffer, otherwise?: () => unknown): unknown {
    try {
      return JSON.parse(line.toString('utf8')) as unknown;
    } catch {
      if (otherwise) return otherwise();
      throw new DamagedBackup(this.name);
    }
  }

  /** The digest covers all lines except the last one. */
  private digested(line: Buffer): void {
    this.digest.update(line).update('\n');
  }
}
