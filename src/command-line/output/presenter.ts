import type { CommandColumn } from '../capability';
import { type Host, write } from '../host';
import { cellOf, fieldOf, isRecord, onlyFields } from './fields';
import { itemsOf, type ListShape } from './list-shape';
import { safeJson, tabSafe } from './printable';
import { flattened, recordLines } from './record';
import { paintFor } from './style';
import { Table, type TableOptions } from './table';

export interface Presentation {
  /** Print the answer of the service as JSON. */
  json: boolean;
  fields: readonly string[] | null;
  /** The columns of a list if no fields are requested. Null means the fields of its records. */
  columns: readonly string[] | null;
  /** The columns of a list on a terminal that the operation declares. */
  layout?: readonly CommandColumn[] | null;
  /** Lines of a table may be longer than the terminal is wide. */
  wide: boolean;
  /** Fields that the caller named, which need no column. */
  known: readonly string[];
}

/**
 * Called with the first records of a list before a terminal shows them, so that a number on the screen never stands for a row
 * of an earlier list. Resolves to whether the numbers of rows will be known.
 */
export type OnRows = (records: readonly unknown[]) => Promise<boolean>;

const WIDTH = 80;
/** Rows that can be named by their number. */
const MOST_NUMBERED = 1_000;

/** Prints answers: tables on a terminal, tab-separated lines in a pipe, JSON on request. */
export class Presenter {
  constructor(
    /** Null if answers are not lists. */
    private readonly list: ListShape | null,
    private readonly presentation: Presentation,
    private readonly host: Host,
    private readonly onRows: OnRows | null = null,
  ) {}

  /** Prints one answer. */
  async show(body: unknown): Promise<void> {
    if (this.list) return this.showPages(one(body), this.list);
    const { json, fields } = this.presentation;
    const shown = fields ? onlyFields(body, fields) : body;
    if (json) return this.print(`${safeJson(shown, this.indent)}\n`);
    if (this.host.stdout.isTTY) return this.print(await recordLines(shown, this.tableOptions()));
    const { fields: values, lists } = flattened(shown, '');
    const lines = [...values, ...lists.map(([name, rows]) => [name, JSON.stringify(rows)] as const)];
    return this.print(lines.map((line) => `${line.map((value) => tabSafe(cellOf(value))).join('\t')}\n`).join(''));
  }

  /** Prints the pages of a list as they arrive. */
  async showPages(pages: AsyncIterable<unknown>, list: ListShape): Promise<void> {
    if (this.presentation.json) return this.showJson(pages, list);
    let table: Table | Tabbed | null = null;
    let rows = 0;
    let last: unknown = null;
    const first: unknown[] = [];
    for await (const page of pages) {
      const items = itemsOf(page, list);
      rows += items.length;
      last = page;
      const named = items.slice(0, MOST_NUMBERED - first.length);
      first.push(...named);
      const numbered: boolean = (table === null || named.length > 0) && ((await this.onRows?.(first)) ?? false);
      table ??= this.host.stdout.isTTY ? new Table(this.tableOptions(numbered)) : new Tabbed(this.presentation);
      await this.print(await table.lines(items));
    }
    await this.note(rows, last, list);
  }

  /**
   * Prints one answer in the form of the API, with the records of all pages. With `--fields`, prints only the records.
   */
  private async showJson(pages: AsyncIterable<unknown>, list: ListShape): Promise<void> {
    const { fields } = this.presentation;
    const bare = list.items === '' || fields !== null;
    const lineEnd = this.indent ? '\n' : '';
    await this.print(bare ? '[' : `{${lineEnd}${safeJson(list.items)}:[`);
    let rows = 0;
    let first: unknown = null;
    let last: unknown = null;
    for await (const page of pages) {
      const items = itemsOf(page, list);
      const texts = items.map((item) => safeJson(fields ? onlyFields(item, fields) : item, this.indent));
      if (texts.length > 0) await this.print((rows > 0 ? ',' : '') + lineEnd + texts.join(`,${lineEnd}`));
      rows += items.length;
      first ??= page;
      last = page;
    }
    await this.print(`${lineEnd}]`);
    if (!bare && isRecord(first) && isRecord(last)) {
      // The first page decides where the list began; the last one, whether there is more.
      const { nextCursor } = last;
      for (const [name, value] of Object.entries({ ...first, ...(nextCursor !== undefined && { nextCursor }) })) {
        if (name !== list.items) await this.print(`,${lineEnd}${safeJson(name)}:${safeJson(value)}`);
      }
    }
    await this.print(bare ? '\n' : `${lineEnd}}\n`);
  }

  /** Notes on stderr that there is more, or that there are no records. */
  private async note(rows: number, last: unknown, list: ListShape): Promise<void> {
    const next = isRecord(last) ? nextOf(last, rows) : null;
    if (rows > 0 && !next) return;
    const text = rows === 0 ? `No ${words(list.items) || 'records'}.` : `There are more: ${next}, or --all.`;
    await write(this.host.stderr, `${paintFor(this.host.stderr, this.host)('dim', text)}\n`);
  }

  private tableOptions(numbered = false): TableOptions {
    const { fields, columns, layout, wide, known } = this.presentation;
    const { stdout } = this.host;
    const width = wide ? Infinity : stdout.columns || WIDTH;
    return { width, fields, columns, layout, numbered, known, paint: paintFor(stdout, this.host) };
  }

  /** Indented on a terminal, for people. */
  private get indent(): number | undefined {
    return this.host.stdout.isTTY ? 2 : undefined;
  }

  private print(text: string): Promise<void> {
    return text === '' ? Promise.resolve() : write(this.host.stdout, text);
  }
}

/** Prints records as tab-separated lines, after a header. */
class Tabbed {
  private columns: readonly string[] | null;
  private headed = false;

  constructor({ fields, columns }: Presentation) {
    this.columns = fields ?? columns;
  }

  async lines(rows: readonly unknown[]): Promise<string> {
    if (rows.length === 0) return '';
    const columns = (this.columns ??= [...new Set(rows.flatMap((row) => (isRecord(row) ? Object.keys(row) : [])))]);
    const head = this.headed ? [] : [columns];
    this.headed = true;
    const cells = rows.map((row) => columns.map((field) => cellOf(fieldOf(row, field))));
    return [...head, ...cells].map((line) => `${line.map(tabSafe).join('\t')}\n`).join('');
  }
}

function nextOf(page: Readonly<Record<string, unknown>>, rows: number): string | null {
  const { nextCursor, total, offset } = page;
  if (typeof nextCursor === 'string') return `--cursor ${tabSafe(nextCursor)}`;
  if (typeof total !== 'number' || typeof offset !== 'number' || offset + rows >= total || rows === 0) return null;
  return `${total} in all, --offset ${offset + rows}`;
}

function words(camelCase: string): string {
  return camelCase.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

async function* one(body: unknown): AsyncGenerator {
  yield body;
}
