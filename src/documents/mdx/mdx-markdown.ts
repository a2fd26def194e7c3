import { type MdxPart, mdxParts, type Tag } from './mdx-parts';

/** Components within components. */
const DEEPEST = 100;
/** What only MDX has; of tags those that close, since people write placeholders like them. */
const SCRIPT =
  /^import\s+(?:['"]|[\w*{$][^'"\n]{0,500}\sfrom\s*['"]|\{[^{}'"]{0,2000}\}\s*from\s*['"])|^export\s+(?:const|default|function)\s|\{\/\*/m;
const COMPONENT = /<\/[A-Z][\w.]*\s*>|<[A-Z][\w.]*(?:\s[^<>]{0,1000})?\/>/;
const FENCED = /^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\1[`~]*[ \t]*$|(?![\s\S]))/gm;
const DETAILS = /<(?:details|summary)[\s>]/i;
const COMPONENT_NAME = /^(?:[A-Z_$]|.*\.)/;
const LONGEST_TITLE = 120;

/** A tag with what it opens or closes. */
interface Placed {
  readonly tag: Tag;
  /** Only blanks and other tags stand before it, or after it, in its line. */
  startsLine: boolean;
  endsLine: boolean;
  partner: Placed | null;
  title: string | null;
  /** Where text in it that is shown otherwise ends. */
  skipTo?: number;
}

/** Whether a Markdown file is MDX, although it is not called so. */
export function isMdx(markdown: string): boolean {
  if (!SCRIPT.test(markdown) && !COMPONENT.test(markdown)) return false;
  const prose = markdown.replace(FENCED, '');
  return SCRIPT.test(prose) || COMPONENT.test(prose.replace(/`[^`\n]*`/g, ''));
}

/**
 * The Markdown that a file of a documentation site shows. Of MDX, comments, imports, exports and expressions go; components become
 * their content, with their tags on lines of their own where they have a title. `<details>` of any Markdown are such components.
 */
export function shownMarkdown(text: string, mdx: boolean): string {
  if (!mdx && !DETAILS.test(text)) return text;
  const parts = mdxParts(text, mdx);
  return new Writer(text, parts, placed(text, parts)).write();
}

/** Finds the tags that belong together, and where they stand. */
function placed(text: string, parts: readonly MdxPart[]): Map<MdxPart, Placed> {
  const found = new Map<MdxPart, Placed>();
  let startsLine = true;
  let end = 0;
  for (const part of parts) {
    const between = text.slice(end, part.start);
    const line = between.lastIndexOf('\n');
    startsLine = (line >= 0 || startsLine) && between.slice(line + 1).trim() === '';
    end = part.end;
    if (part.kind !== 'script')
      found.set(part, { tag: part, startsLine, endsLine: false, partner: null, title: part.title });
  }
  let endsLine = true;
  let next = text.length;
  for (const part of [...parts].reverse()) {
    const [line = ''] = text.slice(part.end, next).split('\n', 1);
    const isWhole = line.length < next - part.end;
    endsLine = line.trim() === '' && (isWhole || endsLine);
    next = part.start;
    const tag = found.get(part);
    if (tag) tag.endsLine = endsLine;
  }
  pair(text, [...found.values()]);
  return found;
}

function pair(text: string, tags: readonly Placed[]): void {
  const open: Placed[] = [];
  for (const placedTag of tags) {
    const { tag } = placedTag;
    if (tag.kind === 'open' && open.length < DEEPEST) open.push(placedTag);
    if (tag.kind !== 'close') continue;
    const at = open.findLastIndex((one) => one.tag.name === tag.name);
    if (at < 0) continue;
    const opening = open[at]!;
    open.length = at;
    [opening.partner, placedTag.partner] = [placedTag, opening];
    const around = open.at(-1);
    if (tag.name.toLowerCase() === 'summary' && around?.tag.name.toLowerCase() === 'details') {
      around.title = text
        .slice(opening.tag.end, tag.start)
        .replace(/<[^<>]*>|\s+/g, ' ')
        .replace(/[*_`#]+/g, '')
        .trim();
      opening.skipTo = tag.end;
    }
  }
}

/** Writes what is shown, without the indentation of what stands in components. */
class Writer {
  private readonly pieces: string[] = [];
  private readonly indents: (number | null)[] = [];
  private isLineStart = true;

  constructor(
    private readonly text: string,
    private readonly parts: readonly MdxPart[],
    private readonly tags: ReadonlyMap<MdxPart, Placed>,
  ) {}

  write(): string {
    let at = 0;
    for (const part of this.parts) {
      if (part.start < at) continue;
      this.add(this.text.slice(at, part.start));
      at = part.end;
      if (part.kind === 'script') {
        this.script(part.shown, part);
        continue;
      }
      const tag = this.tags.get(part)!;
      this.tag(tag);
      at = tag.skipTo ?? at;
    }
    this.add(this.text.slice(at));
    return this.pieces.join('');
  }

  /** An expression that is a block of its own shows nothing that is known. */
  private script(shown: string, { start, end }: MdxPart): void {
    const isAlone = /(?:^|\n)[^\S\n]*$/.test(this.text.slice(Math.max(0, start - 200), start));
    const endsLine = /^[^\S\n]*(?:\r?\n|$)/.test(this.text.slice(end, end + 200));
    if (shown !== '' && !(shown === '…' && isAlone && endsLine)) this.put(shown);
  }

  private tag({ tag, startsLine, endsLine, partner, title, skipTo }: Placed): void {
    if (skipTo !== undefined) return;
    const isDetails = tag.name.toLowerCase() === 'details' && partner !== null;
    if (!isDetails && !COMPONENT_NAME.test(tag.name) && tag.name !== '') return this.element(tag);
    if (tag.kind === 'alone') return;
    // A placeholder: `<Name>`.
    if (partner === null && tag.kind === 'open' && tag.title === null && !tag.hasScript && !startsLine) {
      return this.put(this.text.slice(tag.start, tag.end));
    }
    const isBlock =
      partner !== null && (tag.kind === 'open' ? startsLine && partner.endsLine : partner.startsLine && endsLine);
    if (!isBlock) return;
    const named = tag.kind === 'open' ? title : partner.title;
    if (tag.kind === 'close') this.indents.pop();
    const name = isDetails ? 'Details' : tag.name.replace(/\W/g, '') || 'Fragment';
    this.breakLine();
    if (named !== null && named !== '') this.put(`${lineOf(tag.kind, name, named)}\n\n`);
    if (tag.kind === 'open') this.indents.push(null);
  }

  /** An element of HTML stays, without what only JSX knows. */
  private element(tag: Tag): void {
    if (!tag.hasScript) this.put(this.text.slice(tag.start, tag.end));
    else this.put(tag.kind === 'close' ? `</${tag.name}>` : `<${tag.name}${tag.kind === 'alone' ? ' /' : ''}>`);
  }

  /** Ends the paragraph before. */
  private breakLine(): void {
    const before = this.pieces.slice(-2).join('');
    if (before !== '' && !/\n[^\S\n]*\n[^\S\n]*$/.test(before)) this.put(this.isLineStart ? '\n' : '\n\n');
    this.isLineStart = true;
  }

  private put(text: string): void {
    this.pieces.push(text);
    this.isLineStart = text.endsWith('\n');
  }

  /** Text as it was written. */
  private add(text: string): void {
    if (text === '') return;
    if (this.indents.length === 0) return this.put(text);
    for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) this.put(this.isLineStart ? this.dedented(line) : line);
  }

  private dedented(line: string): string {
    const indent = /^[ \t]*/.exec(line)![0].length;
    if (line.trim() !== '' && this.indents.at(-1) === null) this.indents[this.indents.length - 1] = indent;
    return line.slice(Math.min(indent, this.indents.at(-1) ?? indent));
  }
}

function lineOf(kind: Tag['kind'], name: string, title: string): string {
  if (kind === 'close') return `</${name}>`;
  return `<${name} title="${title.replace(/["<>{}\n]/g, (mark) => (mark === '"' ? "'" : ' ')).slice(0, LONGEST_TITLE)}">`;
}
