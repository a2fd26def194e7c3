import GithubSlugger from 'github-slugger';
import MarkdownIt from 'markdown-it';
import { DocumentTooLarge } from '../common/text/document-too-large';
import { storable } from '../common/text/storable';
import { isMdx, shownMarkdown } from './mdx/mdx-markdown';
import { LONGEST_ANCHOR } from './section-anchors';
import type { Block, BlockShape, ReadableDocument } from './document.types';
import { type MarkdownLine, markdownLines } from './markdown-lines';
import { cellsOf } from '../common/text/table-cells';
import { plainMarkdown } from './site-markdown/plain-markdown';

type Token = ReturnType<typeof parser.parse>[number];

/** Tokens of markdown-it: an item of a list has five, a paragraph three. Each takes some 200 bytes. */
const MOST_TOKENS = 500_000;
/** Only blocks: what is inside them is kept as written, and reading it may cost the square of its length. */
const parser = new MarkdownIt('default', { html: true }).disable('inline');
parser.block.ruler.before('table', 'bounded', ({ tokens }) => {
  if (tokens.length > MOST_TOKENS) throw new DocumentTooLarge('too many paragraphs and list items');
  return false;
});
const inlineParser = new MarkdownIt('default', { html: true });
/** Characters that are read of a heading or the name of a column; more than any has. Reading costs the square of it. */
const LONGEST_NAME = 500;
/** Characters that mean something to Markdown or HTML; a heading without them says what it says. */
const MARKUP = /[\\`*_[\]<>&!~{]/;
/** The anchor that sites write behind a heading: `{#anchor}`. */
const ANCHOR = /\s*\{\s*[#.:][^}]*\}\s*$/;
/** Forms of the anchor of a heading: `{#anchor}`, `{: #anchor }`, `<a id="anchor"></a>`. */
const NAMED_ANCHOR = /\{:?[^{}]*#([^\s{}]+)[^{}]*\}\s*$|<a\s[^<>]*?\b(?:id|name)\s*=\s*["']([^"']+)["'][^<>]*>/i;
/** A paragraph of nothing but strong words heads what follows, as a question of a list of questions does. */
const STRONG_LINE = /^(\*\*|__)(?=\S)([^*_\n]{3,150})(?<=\S)\1:?$/;

/** A paragraph that asks: what follows it in the same item is its answer, and after `Q:` everything that follows. */
const QUESTION = /^[^\n]{8,150}\?[*_]*$/;
const MARKED_QUESTION = /^[*_]*Q(?:uestion)?\s?\d{0,3}[.:)][*_]*\s+(?=\S)(?<question>[^]{3,300})$/;

/**
 * CommonMark with tables, and with what sites of documentation write besides: front matter, notes, tabs, components. The
 * text is kept as it is, without what is only for its site; blocks follow its lines.
 */
export function readMarkdown(markdown: string): ReadableDocument {
  const source = plainMarkdown(storable(markdown));
  return readShown(shownMarkdown(source, isMdx(source)));
}

/** Markdown with components, as Docusaurus, Mintlify, Nextra and others have it. */
export function readMdx(mdx: string): ReadableDocument {
  return readShown(shownMarkdown(plainMarkdown(storable(mdx)), true));
}

function readShown(markdown: string): ReadableDocument {
  const { text, lines, title } = markdownLines(markdown);
  const reader = new BlockReader(text, lines, title);
  const found: Parameters<typeof parser.parse>[1] = {};
  const tokens = parser.parse(lines.map((line) => line.text).join('\n'), found);
  for (const [index, token] of tokens.entries()) reader.take(token, tokens[index + 2]);
  const references = Object.fromEntries(
    Object.entries(found.references ?? {}).map(([label, { href }]) => [label, href]),
  );
  return { text, notation: 'markdown', references, title: title ?? reader.firstHeading, blocks: reader.blocks };
}

/** Takes the tokens of a file in order; `map` of a token is its first line and the one after its last. */
class BlockReader {
  readonly blocks: Block[] = [];
  firstHeading: string | null = null;
  private readonly headings: string[];
  /** As GitHub names the places of headings, and most generators of sites after it. */
  private readonly slugger = new GithubSlugger();
  private anchor: string | null = null;
  /** Of a line of strong words; ends with the next heading. */
  private strong: string | null = null;
  /** Of an item that begins with a question; ends with it. */
  private question: { depth: number; text: string } | null = null;
  private groups = 0;
  private readonly lists: { group: number; next: number | null }[] = [];
  /** The item that nothing was read of yet. */
  private item: { line: number; number: number | null } | null = null;
  private table: { opens: number; columns: string[]; head: boolean } | null = null;

  constructor(
    private readonly text: string,
    private readonly lines: readonly MarkdownLine[],
    title: string | null,
  ) {
    this.headings = title === null ? [] : [title];
  }

  /** @param next what comes after the end of the block that an inline token is the text of */
  take(token: Token, next?: Token): void {
    switch (token.type) {
      case 'inline':
        return this.inline(token, next);
      case 'fence':
      case 'code_block':
        return this.code(token);
      case 'html_block':
        return this.html(token);
      case 'bullet_list_open':
        return void this.lists.push({ group: this.group(), next: null });
      case 'ordered_list_open':
        return void this.lists.push({ group: this.group(), next: Number(token.attrGet('start') ?? 1) });
      case 'bullet_list_close':
      case 'ordered_list_close':
        return void this.lists.pop();
      case 'list_item_close':
        if (this.question?.depth === this.lists.length) this.question = null;
        return;
      case 'list_item_open':
        return this.openItem(token);
      case 'table_open':
        this.groups += 1;
        this.table = { opens: this.startOf(token.map![0]), columns: [], head: true };
        return;
      case 'tbody_open':
        if (this.table) this.table.head = false;
        return;
      case 'tr_open':
        return this.row(token);
      case 'table_close':
        this.table = null;
    }
    if (token.type === 'heading_open') this.heading = { level: Number(token.tag.slice(1)), outer: token.level === 0 };
  }

  private heading: { level: number; outer: boolean } | null = null;

  private inline(token: Token, next: Token | undefined): void {
    if (this.table || !token.map) return;
    const heading = this.heading;
    this.heading = null;
    if (heading) return this.endHeading(token.content, heading);
    const [from, to] = token.map;
    const strong = this.lists.length === 0 ? STRONG_LINE.exec(token.content.trim())?.[2] : undefined;
    if (strong !== undefined) this.strong = plain(MARKED_QUESTION.exec(strong)?.groups?.['question'] ?? strong);
    else if (this.asks(token.content.trim(), next)) return;
    else this.add({ kind: 'paragraph' }, from, to);
  }

  /** Whether a paragraph is a question with its answer below it, which it heads from here on. */
  private asks(content: string, next: Token | undefined): boolean {
    const marked = MARKED_QUESTION.exec(content)?.groups?.['question'];
    const question = marked ?? QUESTION.exec(content)?.[0];
    if (question === undefined) return false;
    const text = plain(question).replace(/\s+/g, ' ');
    const isAnswered = next !== undefined && next.type !== 'list_item_close';
    if (this.lists.length === 0 && marked !== undefined) this.strong = text;
    else if (this.item && isAnswered && !this.question) this.question = { depth: this.lists.length, text };
    else return false;
    this.item = null;
    return true;
  }

  private endHeading(content: string, { level, outer }: { level: number; outer: boolean }): void {
    const name = plain(content);
    if (name === '') return;
    const anchor = anchorOf(content) ?? this.slugger.slug(name);
    if (!outer) return;
    this.strong = null;
    // The first one is the page's own.
    const isOfPage = this.firstHeading === null && level === 1;
    this.anchor = isOfPage || anchor.length > LONGEST_ANCHOR ? null : anchor;
    this.firstHeading ??= name;
    // The front matter's title is the page's first heading; files that have it begin with the second.
    while (this.headings.length < level - 1) this.headings.push('');
    if (level === 1 || this.headings.length >= level) this.headings.length = level - 1;
    this.headings.push(name);
  }

  private code(token: Token): void {
    const language = token.info.trim().split(/[\s{]/, 1)[0];
    this.add({ kind: 'code', ...(language ? { language } : {}) }, token.map![0], token.map![1]);
  }

  /** Tags with words between them; tags alone are gone already. */
  private html(token: Token): void {
    if (/[\p{L}\p{N}]/u.test(token.content.replace(/<[^>]*>/g, '')))
      this.add({ kind: 'paragraph' }, token.map![0], token.map![1]);
  }

  private openItem(token: Token): void {
    const list = this.lists.at(-1);
    this.item = { line: token.map![0], number: list?.next ?? null };
    if (list?.next != null) list.next += 1;
  }

  private row(token: Token): void {
    const { table } = this;
    if (!table) return;
    const [line] = token.map!;
    if (table.head) {
      table.columns = cellsOf(this.lines[line]?.text ?? '').map((cell) => plain(cell));
    } else {
      this.add({ kind: 'row', group: this.groups, columns: table.columns }, line, line + 1, table.opens);
      table.opens = -1;
    }
  }

  private add(shape: BlockShape, from: number, to: number, opens = -1): void {
    const start = this.startOf(from);
    const end = start + this.text.slice(start, this.lines[to - 1]?.end ?? this.text.length).trimEnd().length;
    if (end <= start) return;
    const { item } = this;
    const list = this.lists.at(-1);
    const depth = this.lists.length - (this.question?.depth ?? 0);
    const inside = list && depth > 0 && { group: list.group, depth: depth - 1 };
    this.item = null;
    const own = item && shape.kind === 'paragraph' ? this.itemShape(item.number) : shape;
    this.blocks.push({
      ...own,
      ...inside,
      start,
      end,
      headings: this.headingsAt(from),
      ...(this.anchor === null ? {} : { anchor: this.anchor }),
      ...(opens >= 0 ? { opens } : {}),
    });
  }

  private itemShape(number: number | null): BlockShape {
    return number === null ? { kind: 'item' } : { kind: 'item', number };
  }

  private group(): number {
    // A list within a list belongs to it.
    return this.lists[0]?.group ?? (this.groups += 1);
  }

  private startOf(line: number): number {
    const { start, text } = this.lines[line] ?? { start: this.text.length, text: '' };
    return start + text.length - text.trimStart().length;
  }

  private headingsAt(line: number): string[] {
    const above = this.headings.filter((heading) => heading !== '');
    const question = this.question === null ? [] : [this.question.text];
    return [...above, ...(this.lines[line]?.inside ?? []), ...(this.strong === null ? [] : [this.strong]), ...question];
  }
}

function anchorOf(heading: string): string | null {
  const named = NAMED_ANCHOR.exec(heading.slice(-LONGEST_NAME));
  return named?.[1] ?? named?.[2] ?? null;
}

/** As markdown-it knows the label of a reference link. */
export function referenceLabel(label: string): string {
  return inlineParser.utils.normalizeReference(label);
}

/** The words of some inline Markdown. */
export function plain(markup: string): string {
  if (!MARKUP.test(markup)) return markup.trim();
  const [inline] = inlineParser.parseInline(markup.slice(0, LONGEST_NAME).replace(ANCHOR, ''), {});
  const parts = (inline?.children ?? []).filter(({ type }) => type === 'text' || type === 'code_inline');
  return parts
    .map(({ content }) => content)
    .join('')
    .trim();
}
