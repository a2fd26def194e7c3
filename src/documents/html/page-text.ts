import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { type Block, type BlockShape, LONGEST_HEADING } from '../document.types';
import { SectionAnchors } from '../section-anchors';
import { withAddresses } from './spelled-addresses';
import type { TableShape } from './table-grid';

const BLOCK = new Set(
  'address article aside blockquote body dd details dialog div dl dt fieldset figcaption figure header hr html li main ol p pre section summary table tbody tfoot thead tr ul caption'.split(
    ' ',
  ),
);
const CELL = new Set(['td', 'th']);
const LIST = new Set(['ul', 'ol', 'dl']);
/** Elements that do not end a row that they stand in. */
const IN_CELL = new Set(['p', 'div', 'ul', 'li', 'section', 'figure']);
/** Elements that do not end a title that they stand in. */
const IN_TITLE = new Set(['div', 'p', 'section', 'header']);
/** Often shown as boxes of their own. */
const BOXES = new Set(['a', 'label']);
const PARAGRAPH: BlockShape = { kind: 'paragraph' };
const HEADING = /^h[1-6]$/;
/** Where a word may be broken, or must not be: no reader sees them. */
const UNSEEN = /[\u00AD\u200B\u2060\uFEFF]/g;

interface OpenTable {
  readonly group: number;
  readonly shape: TableShape | undefined;
  /** The name of the rows under way. */
  title: string | null;
  /** Where its header begins, until the first row has it. */
  opens: number | undefined;
  hasText: boolean;
}

/** Collects text and blocks; text and offsets grow together, so they cannot disagree. */
export class PageText {
  text = '';
  firstHeading: string | null = null;
  readonly blocks: Block[] = [];
  /** The block under way in pieces, none empty: a block may have a million of them. */
  private pending: string[] = [];
  private headings: string[] = [];
  private readonly anchors = new SectionAnchors();
  private shape: BlockShape = PARAGRAPH;
  private groups = 0;
  private readonly lists: { group: number; next: number | null }[] = [];
  private readonly tables: OpenTable[] = [];
  /** The headings around each `<details>`. */
  private readonly details: { headings: string[]; anchors: number }[] = [];
  private row: Tree.Element | null = null;
  /** Of the row under way; the last one is pending. */
  private cells: string[] | null = null;
  private isHeaderCell = false;
  private inTitle = false;
  /** The box that ended last, as long as nothing came after it. */
  private afterBox: string | null = null;
  private isAfterBreak = false;

  constructor(private readonly shapes: ReadonlyMap<Tree.Element, TableShape>) {}

  enter(element: Tree.Element): void {
    const tag = element.tagName;
    this.anchors.enter(HEADING.test(tag) || tag === 'summary', idOf(element));
    if ((this.row && IN_CELL.has(tag)) || (this.inTitle && IN_TITLE.has(tag))) this.pending.push(' ');
    else if (BLOCK.has(tag) || HEADING.test(tag)) this.endBlock();
    if (HEADING.test(tag) || tag === 'summary') this.inTitle = true;
    if (tag === 'details') this.details.push({ headings: [...this.headings], anchors: this.anchors.depth });
    if (LIST.has(tag)) {
      if (this.lists.length === 0) this.groups += 1;
      this.lists.push({ group: this.groups, next: tag === 'ol' ? (numberIn(element, 'start') ?? 1) : null });
    }
    if (tag === 'table') this.openTable(element);
    if (tag === 'li') this.openItem(numberIn(element, 'value'));
    if (tag === 'pre') this.shape = { kind: 'code' };
    if (tag === 'tr') {
      this.shape = { kind: 'row' };
      this.row = element;
    }
    if (tag === 'br') this.breakLine();
    // Beside each other without a space: of a menu, or tabs, they would be one word.
    if (BOXES.has(tag) && this.afterBox === tag && this.shape.kind !== 'code') this.pending.push(' ');
    if (CELL.has(tag)) this.openCell();
    if (CELL.has(tag)) this.isHeaderCell = tag === 'th';
  }

  private openTable(element: Tree.Element): void {
    const shape = this.shapes.get(element);
    this.tables.push({ group: (this.groups += 1), shape, title: null, opens: undefined, hasText: false });
    this.row = null;
  }

  private openCell(): void {
    // After a table within the row.
    if (this.shape.kind !== 'row') return this.endBlock();
    if (this.cells) this.cells.push(this.takePending());
    else this.cells = [];
  }

  /** `value`: the number that the item gives itself, and those after it go on from. */
  private openItem(value: number | null): void {
    const list = this.lists.at(-1);
    const number = value ?? list?.next ?? null;
    if (list?.next != null && number !== null) list.next = number + 1;
    if (this.row) return;
    this.shape = number === null ? { kind: 'item' } : { kind: 'item', number };
    this.pending = [number === null ? '- ' : `${number}. `];
  }

  leave(tag: string): void {
    if ((this.row && IN_CELL.has(tag)) || (this.inTitle && IN_TITLE.has(tag))) this.pending.push(' ');
    else if (HEADING.test(tag)) this.endHeading(Number(tag.slice(1)));
    else if (tag === 'summary') this.endSummary();
    else if (BLOCK.has(tag)) this.endBlock();
    this.afterBox = BOXES.has(tag) ? tag : null;
    if (tag === 'tr') this.row = null;
    if (tag === 'caption') this.nameTable();
    if (tag === 'table') this.tables.pop();
    if (tag === 'details') this.leaveDetails();
    if (LIST.has(tag)) this.lists.pop();
    if ((LIST.has(tag) && !this.row) || tag === 'tr' || tag === 'pre') this.begin(PARAGRAPH);
  }

  write(text: string, preformatted: boolean): void {
    const shown = text.replace(UNSEEN, '');
    const visible = preformatted ? shown : shown.replace(/\s+/g, ' ');
    const afterSpace = !preformatted && /^\s*$/.test(this.pending.at(-1)?.slice(-1) ?? '');
    const added = afterSpace ? visible.trimStart() : visible;
    if (added !== '') this.pending.push(added);
    this.afterBox = null;
    if (!/\S/.test(text)) return;
    this.isAfterBreak = false;
    this.anchors.text();
  }

  endBlock(): void {
    if (this.shape.kind === 'row') return this.endRow();
    const shape = this.shape;
    const text = this.takePending()
      .replace(/^\s*\n/, '')
      .trimEnd();
    if (!/[\p{L}\p{N}]/u.test(shape.kind === 'item' ? text.replace(/^(?:-|\d+\.)\s*/, '') : text)) {
      // An item whose words stand in a paragraph of their own keeps its mark.
      if (shape.kind === 'item') this.pending = [text.trimStart() + ' '];
      return;
    }
    this.begin(PARAGRAPH);
    const list = this.lists.at(-1);
    const place = list ? { group: list.group, depth: this.lists.length - 1 } : {};
    this.add({ ...shape, ...place }, text, shape.kind === 'item' ? '\n' : '\n\n');
  }

  /** Two of them in a row are what older pages have for paragraphs. */
  private breakLine(): void {
    const ends = this.isAfterBreak && this.shape.kind === 'paragraph' && !this.row && !this.inTitle;
    if (ends) this.endBlock();
    else this.trimPending().push('\n');
    this.isAfterBreak = !ends;
  }

  /** By its caption, which has just been read. */
  private nameTable(): void {
    const [table, caption] = [this.tables.at(-1), this.blocks.at(-1)];
    if (!table || caption?.kind !== 'paragraph' || caption.end !== this.text.length) return;
    table.title = this.text.slice(caption.start, caption.end).slice(0, LONGEST_HEADING);
  }

  private endRow(): void {
    const cells = [...(this.cells ?? []), this.takePending()].map((cell) => cell.trim().replace(/ {2,}/g, ' '));
    const row = this.row;
    this.begin(PARAGRAPH);
    if (!cells.some((cell) => /[\p{L}\p{N}]/u.test(cell))) return;
    const table = this.tables.at(-1);
    const filled = cells.filter((cell) => cell !== '');
    const text = table?.shape?.isList ? filled.join(/[:?]$/.test(filled[0]!) ? ' ' : ': ') : filled.join(' | ');
    if (!table || !row) return this.add({ kind: 'row' }, text, this.betweenRows());
    if (table.shape?.remarks.has(row)) {
      this.add(PARAGRAPH, text, '\n\n');
    } else if (table.shape?.groups.has(row)) {
      table.title = null;
      // A name that is no header may also be a remark, which an answer can quote.
      if (this.isHeaderCell) this.append(text, '\n\n');
      else this.add(PARAGRAPH, text, '\n\n');
      table.title = text.slice(0, LONGEST_HEADING);
    } else if (table.shape?.headers.has(row)) {
      const start = this.append(text, table.opens === undefined ? '\n\n' : '\n');
      table.opens ??= start;
    } else {
      const { group, opens } = table;
      table.opens = undefined;
      const columns = columnsOf(cells, table.shape?.columns ?? []);
      this.add({ kind: 'row', group, columns, ...(opens === undefined ? {} : { opens }) }, text, this.betweenRows());
    }
  }

  private betweenRows(): string {
    return this.blocks.at(-1)?.kind === 'row' && this.blocks.at(-1)?.end === this.text.length ? '\n' : '\n\n';
  }

  private begin(shape: BlockShape): void {
    this.shape = shape;
    this.pending = [];
    this.cells = null;
  }

  private add(shape: BlockShape & Pick<Block, 'opens'>, text: string, gap: string): void {
    const start = this.append(text, gap);
    const title = this.tables.at(-1)?.title;
    const headings = [...this.headings, ...(title ? [title] : [])].filter((heading) => heading !== '');
    const anchor = this.anchors.current;
    this.blocks.push({ ...shape, start, end: this.text.length, headings, ...(anchor === null ? {} : { anchor }) });
  }

  /** @returns where it begins */
  private append(text: string, gap: string): number {
    if (this.text !== '') this.text += gap;
    const start = this.text.length;
    this.text += text;
    return start;
  }

  private takePending(): string {
    const text = this.pending.splice(0).join('');
    return this.shape.kind === 'code' ? text : withAddresses(text);
  }

  private trimPending(): string[] {
    for (let last = this.pending.pop(); last !== undefined; last = this.pending.pop()) {
      if (last.trim() !== '') {
        this.pending.push(last.trimEnd());
        break;
      }
    }
    return this.pending;
  }

  private endHeading(level: number): void {
    this.inTitle = false;
    const written = this.takePending().trim().replace(/\s+/g, ' ');
    // A heading is no item, although it may stand at the beginning of one.
    const heading = this.shape.kind === 'item' ? written.replace(/^(?:-|\d+\.)(?:\s|$)/, '') : written;
    if (this.shape.kind === 'item') this.begin(PARAGRAPH);
    if (heading === '') return this.anchors.skipHeading();
    this.anchors.endHeading(level);
    this.firstHeading ??= heading;
    while (this.headings.length < level - 1) this.headings.push('');
    // Each passage below it has it in its own heading, as far as there is room.
    this.headings.splice(level - 1, this.headings.length, heading.slice(0, LONGEST_HEADING));
    this.append(heading, '\n\n');
  }

  /** It heads what its `<details>` has, and nothing after that. A heading in it has been read already. */
  private endSummary(): void {
    const around = this.details.at(-1);
    this.endHeading((around?.headings.length ?? this.headings.length) + 1);
  }

  private leaveDetails(): void {
    const around = this.details.pop();
    if (!around) return;
    this.headings = around.headings;
    this.anchors.close(around.anchors);
  }
}

/** The names of the columns that have a value, in its order, and then the others: a row is written without empty cells. */
function columnsOf(cells: readonly string[], columns: readonly string[]): readonly string[] {
  if (columns.length === 0 || !cells.includes('')) return columns;
  const filled = columns.filter((_, at) => (cells[at] ?? '') !== '');
  return [...filled, ...columns.filter((_, at) => (cells[at] ?? '') === '')];
}

/** The anchor of an element; of a link also its name, as pages had it before ids. */
function idOf({ tagName, attrs }: Tree.Element): string | null {
  const named = attrs.find(({ name }) => name === 'id') ?? attrs.find(({ name }) => tagName === 'a' && name === 'name');
  return named?.value ?? null;
}

/** As an attribute of lists has it. */
function numberIn({ attrs }: Tree.Element, name: string): number | null {
  const value = attrs.find((attribute) => attribute.name === name)?.value ?? '';
  return /^\d{1,6}$/.test(value) ? Number(value) : null;
}
