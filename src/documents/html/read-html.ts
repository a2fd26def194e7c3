import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { LONGEST_HEADING } from '../chunk-document';
import type { Block, BlockShape, ReadableDocument } from '../document.types';
import { parsedHtml } from '../../common/text/html-tree';
import { storable } from '../../common/text/storable';
import { SectionAnchors } from '../section-anchors';

const SKIPPED = new Set(
  'script style noscript template svg math iframe object canvas audio video nav footer form button select textarea head'.split(' '), // prettier-ignore
);
const BLOCK = new Set(
  'address article aside blockquote body dd details dialog div dl dt fieldset figcaption figure header hr html li main ol p pre section summary table tbody tfoot thead tr ul caption'.split(' '), // prettier-ignore
);
const CELL = new Set(['td', 'th']);
const LIST = new Set(['ul', 'ol', 'dl']);
/** Elements that do not end a row that they stand in. */
const IN_CELL = new Set(['p', 'div', 'ul', 'li', 'section', 'figure']);
const PARAGRAPH: BlockShape = { kind: 'paragraph' };
const HEADING = /^h[1-6]$/;

/**
 * The text of an HTML page as a reader sees it: no scripts, navigation, forms or footer; blocks are paragraphs, list
 * items begin with `- ` or their number, cells of a row are separated by ` | `, preformatted text keeps its lines.
 */
export function readHtml(html: string): ReadableDocument {
  const page = new PageText();
  const document = parsedHtml(storable(html));
  visit(document.childNodes, page, false);
  page.endBlock();
  return { text: page.text, notation: 'plain', title: titleOf(document) ?? page.firstHeading, blocks: page.blocks };
}

/** Walks without recursion: a page may nest deeper than the stack. */
function visit(roots: readonly Tree.ChildNode[], page: PageText, preformatted: boolean): void {
  type Step = { node: Tree.ChildNode; preformatted: boolean } | { leave: string };
  const steps: Step[] = [...roots].reverse().map((node) => ({ node, preformatted }));
  for (let step = steps.pop(); step; step = steps.pop()) {
    if ('leave' in step) {
      page.leave(step.leave);
    } else if (step.node.nodeName === '#text') {
      page.write((step.node as Tree.TextNode).value, step.preformatted);
    } else if ('tagName' in step.node && !SKIPPED.has(step.node.tagName)) {
      const { tagName, childNodes } = step.node;
      const inside = step.preformatted || tagName === 'pre';
      page.enter(step.node);
      steps.push({ leave: tagName });
      for (let index = childNodes.length - 1; index >= 0; index -= 1) {
        const child = childNodes[index];
        if (child) steps.push({ node: child, preformatted: inside });
      }
    }
  }
}

/** Collects text and blocks; text and offsets grow together, so they cannot disagree. */
class PageText {
  text = '';
  firstHeading: string | null = null;
  readonly blocks: Block[] = [];
  /** The block under way in pieces, none empty: a block may have a million of them. */
  private pending: string[] = [];
  private readonly headings: string[] = [];
  private readonly anchors = new SectionAnchors();
  private shape: BlockShape = PARAGRAPH;
  private groups = 0;
  private readonly lists: { group: number; next: number | null }[] = [];
  private readonly tables: {
    group: number;
    columns: string[] | null;
    heads: boolean;
    opens?: number | undefined;
  }[] = [];
  private row = false;
  /** Of the row under way. */
  private cells = 0;

  enter(element: Tree.Element): void {
    const tag = element.tagName;
    this.anchors.enter(HEADING.test(tag), idOf(element));
    if (this.row && IN_CELL.has(tag)) this.pending.push(' ');
    else if (BLOCK.has(tag) || HEADING.test(tag)) this.endBlock();
    if (LIST.has(tag)) {
      if (this.lists.length === 0) this.groups += 1;
      this.lists.push({ group: this.groups, next: tag === 'ol' ? (numberIn(element, 'start') ?? 1) : null });
    }
    if (tag === 'table') this.tables.push({ group: (this.groups += 1), columns: null, heads: false });
    if (tag === 'li') this.openItem(numberIn(element, 'value'));
    if (tag === 'pre') this.shape = { kind: 'code' };
    if (tag === 'tr') {
      this.shape = { kind: 'row' };
      this.row = true;
    }
    if (tag === 'th' && this.tables.length > 0) this.tables.at(-1)!.heads = true;
    if (tag === 'br') this.trimPending().push('\n');
    if (CELL.has(tag)) {
      if (this.trimPending().length > 0 || this.cells > 0) this.pending.push(' | ');
      this.cells += 1;
    }
  }

  /** `value`: the number that the item gives itself, and those after it go on from. */
  private openItem(value: number | null): void {
    const list = this.lists.at(-1);
    const number = value ?? list?.next ?? null;
    this.shape = number === null ? { kind: 'item' } : { kind: 'item', number };
    this.pending = [number === null ? '- ' : `${number}. `];
    if (list?.next != null && number !== null) list.next = number + 1;
  }

  leave(tag: string): void {
    if (this.row && IN_CELL.has(tag)) this.pending.push(' ');
    else if (HEADING.test(tag)) this.endHeading(Number(tag.slice(1)));
    else if (BLOCK.has(tag)) this.endBlock();
    if (tag === 'tr') this.row = false;
    if (tag === 'table') this.tables.pop();
    if (LIST.has(tag)) this.lists.pop();
    if (LIST.has(tag) || tag === 'tr' || tag === 'pre') this.begin(PARAGRAPH);
  }

  write(text: string, preformatted: boolean): void {
    const visible = preformatted ? text : text.replace(/[\s\u200B]+/g, ' ');
    const afterSpace = !preformatted && /^\s*$/.test(this.pending.at(-1)?.slice(-1) ?? '');
    const added = afterSpace ? visible.trimStart() : visible;
    if (added !== '') this.pending.push(added);
    if (/\S/.test(text)) this.anchors.text();
  }

  endBlock(): void {
    const shape = this.shape;
    const written = this.takePending()
      .replace(/^\s*\n/, '')
      .trimEnd();
    // A cell may have paragraphs of its own.
    const text = shape.kind === 'row' ? written.trimStart().replace(/ {2,}/g, ' ') : written;
    if (!/[\p{L}\p{N}]/u.test(shape.kind === 'item' ? text.replace(/^(?:-|\d+\.)\s*/, '') : text)) {
      // An item whose words stand in a paragraph of their own keeps its mark.
      if (shape.kind === 'item') this.pending = [text.trimStart() + ' '];
      return;
    }
    this.begin(PARAGRAPH);
    const isNext = shape.kind === 'item' || (shape.kind === 'row' && this.blocks.at(-1)?.kind === 'row');
    if (this.text !== '') this.text += isNext ? '\n' : '\n\n';
    const start = this.text.length;
    this.text += text;
    if (shape.kind === 'row' && this.isHead(text, start)) return;
    const headings = this.headings.filter((heading) => heading !== '');
    const anchor = this.anchors.current;
    const section = { headings, ...(anchor === null ? {} : { anchor }) };
    this.blocks.push({ ...shape, ...this.place(shape), start, end: this.text.length, ...section });
  }

  private begin(shape: BlockShape): void {
    this.shape = shape;
    this.pending = [];
    this.cells = 0;
  }

  /** Whether a row names the columns: the first one, where any of its cells is marked so. */
  private isHead(text: string, start: number): boolean {
    const table = this.tables.at(-1);
    if (!table || table.columns !== null) return false;
    table.columns = table.heads ? text.split(' | ').map((cell) => cell.trim()) : [];
    table.opens = start;
    return table.heads;
  }

  private place({ kind }: BlockShape): Partial<Block> {
    const table = this.tables.at(-1);
    if (kind === 'row' && table) {
      const opens = table.opens;
      table.opens = undefined;
      return {
        group: table.group,
        columns: table.columns ?? [],
        ...(opens === undefined ? {} : { opens }),
      };
    }
    const list = this.lists.at(-1);
    return list ? { group: list.group, depth: this.lists.length - 1 } : {};
  }

  private takePending(): string {
    return this.pending.splice(0).join('');
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
    const heading = this.takePending().trim().replace(/\s+/g, ' ');
    if (heading === '') return this.anchors.skipHeading();
    this.anchors.endHeading(level);
    this.firstHeading ??= heading;
    while (this.headings.length < level - 1) this.headings.push('');
    // Each passage below it has it in its own heading, as far as there is room.
    this.headings.splice(level - 1, this.headings.length, heading.slice(0, LONGEST_HEADING));
    this.text += `${this.text === '' ? '' : '\n\n'}${heading}`;
  }
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

function titleOf(document: Tree.Document): string | null {
  const html = document.childNodes.find((node): node is Tree.Element => node.nodeName === 'html');
  const head = html?.childNodes.find((node): node is Tree.Element => node.nodeName === 'head');
  const title = head?.childNodes.find((node): node is Tree.Element => node.nodeName === 'title');
  const text = title?.childNodes.map((node) => ('value' in node ? node.value : '')).join('').replace(/\s+/g, ' ').trim(); // prettier-ignore
  return text ? text : null;
}
