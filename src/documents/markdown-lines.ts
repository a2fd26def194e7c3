import { frontMatter } from './front-matter';
import {
  ATTRIBUTES,
  BANGS,
  COLONS,
  FENCE,
  FENCED_NOTE,
  HIDDEN,
  IMPORT,
  INDENTED,
  IN_LINE,
  LINE,
  NAMES,
  OPEN_TAG,
  OPTION,
  OTHERS,
  QUOTED_NOTE,
  SLASHES,
  SUMMARY,
  TAG,
  TAGS,
  TEMPLATE,
  TEMPLATE_NAME,
  VOID,
} from './markdown-patterns';

/** A line of a Markdown file as it is parsed. */
export interface MarkdownLine {
  /** Empty where the line is furniture of its site: markers of notes and tabs, components, comments, imports. */
  readonly text: string;
  /** Offset of its first character that counts, into {@link MarkdownLines.text}. */
  readonly start: number;
  /** Offset just past its last character, without the line break. */
  readonly end: number;
  /** Titles of the notes and tabs that it stands in, outermost first. */
  readonly inside: readonly string[];
}

export interface MarkdownLines {
  /** The file without the furniture, with as many lines. */
  readonly text: string;
  readonly lines: readonly MarkdownLine[];
  /** The title in the front matter. */
  readonly title: string | null;
}

/** Something around lines: a note, a tab, a component. `indent` where it ends with the indentation. */
interface Container {
  readonly closes: string;
  readonly title: string | null;
  readonly indent?: number;
  /** Where it ends with the same fence. */
  readonly fenced?: string;
}

const LONGEST_TITLE = 120;
const MOST_CONTAINERS = 20;
const MOST_LINES_OF_TAG = 40;
/** Longer text is prose. */
const LONGEST_MARKER = 1_000;

/** The lines of a Markdown file without what its site puts around them. As many as the file has. */
export function markdownLines(text: string): MarkdownLines {
  const { end, title } = frontMatter(text);
  const reader = new LineReader(end);
  for (const [whole, line = ''] of text.matchAll(LINE)) {
    if (whole === '') break;
    reader.read(line, whole.slice(line.length));
  }
  return { text: reader.text, lines: reader.lines, title };
}

class LineReader {
  readonly lines: MarkdownLine[] = [];
  private readonly pieces: string[] = [];
  private containers: Container[] = [];
  private titles: readonly string[] = [];
  private fence: string | null = null;
  private inComment = false;
  private inImport = false;
  /** How a script or a style sheet ends that a line is in. */
  private hidden: RegExp | null = null;
  private tagLines = 0;
  private inOptions = false;
  private offset = 0;

  constructor(private readonly contentFrom: number) {}

  get text(): string {
    return this.pieces.join('');
  }

  read(line: string, lineBreak: string): void {
    if (this.offset < this.contentFrom) return this.keep(line, lineBreak, { text: '', dedented: 0 });
    const indent = /^[ \t]*/.exec(line)![0].length;
    if (line.trim() !== '') this.leaveIndented(indent);
    const dedented = Math.min(indent, this.containers.findLast(({ indent: of }) => of !== undefined)?.indent ?? 0);
    this.leaveQuote(line);
    const remaining = line.slice(dedented);
    if (this.isFurniture(remaining.trim(), indent)) this.keep('', lineBreak, { text: '', dedented: 0 });
    else {
      const shown = this.fence !== null || line.includes('`') ? line : line.replace(IN_LINE, '');
      this.keep(shown, lineBreak, { text: shown.slice(dedented), dedented: Math.min(dedented, shown.length) });
    }
  }

  private keep(kept: string, lineBreak: string, { text, dedented }: { text: string; dedented: number }): void {
    const start = this.offset;
    this.offset += kept.length + lineBreak.length;
    this.pieces.push(kept, lineBreak);
    this.lines.push({ text, start: start + dedented, end: start + kept.length, inside: this.titles });
  }

  private isFurniture(line: string, indent: number): boolean {
    if (this.fence !== null) {
      if (isFenceEnd(line, this.fence)) this.fence = null;
      return false;
    }
    if (this.hidden !== null) {
      if (this.hidden.test(line)) this.hidden = null;
      return true;
    }
    if (this.inComment || line.startsWith('<!--')) {
      this.inComment = !line.includes('-->');
      return true;
    }
    if (this.inImport) {
      this.inImport = line !== '' && !/from\s*['"]|^\}/.test(line);
      return true;
    }
    if (this.tagLines > 0) return this.tagGoesOn(line);
    if (this.inOptions && OPTION.test(line)) return true;
    this.inOptions = false;
    const fence = FENCE.exec(line)?.[1];
    if (fence !== undefined) return this.openFence(line, fence);
    return (
      line !== '' &&
      line.length <= LONGEST_MARKER &&
      (this.isNote(line) || this.isMarker(line, indent) || this.isTemplate(line) || this.isTags(line))
    );
  }

  /** Whether a fence is around a note, and not around code. */
  private openFence(line: string, fence: string): boolean {
    const around = this.containers.findLast(({ fenced }) => fenced !== undefined);
    if (around?.fenced !== undefined && isFenceEnd(line, around.fenced)) {
      this.close(around.closes);
      return true;
    }
    const [, title, directive] = FENCED_NOTE.exec(line) ?? [];
    if (!FENCED_NOTE.test(line)) {
      this.fence = fence;
      return false;
    }
    this.inOptions = true;
    this.open({ closes: `fence ${this.containers.length}`, title: titleOf(title ?? directive), fenced: fence });
    return true;
  }

  /** `> [!NOTE]`, and structured data or styles of a page. */
  private isNote(line: string): boolean {
    const note = QUOTED_NOTE.exec(line);
    if (note) {
      this.open({ closes: '>', title: titleOf(note[1]) });
      return true;
    }
    const tag = HIDDEN.exec(line)?.[1];
    if (tag === undefined) return false;
    const end = new RegExp(`</${tag}\\s*>`, 'i');
    if (!end.test(line)) this.hidden = end;
    return true;
  }

  private leaveQuote(line: string): void {
    if (!/^\s*>/.test(line)) this.close('>');
  }

  private isMarker(line: string, indent: number): boolean {
    const colons = COLONS.exec(line);
    if (colons) {
      const [, kind, rest = ''] = colons;
      this.inOptions = kind !== undefined;
      if (kind === undefined) this.close(':::');
      else this.open({ closes: ':::', title: titleOf(rest.replace(ATTRIBUTES, '').replace(/^\[(.*)\]$/, '$1')) });
      return true;
    }
    const slashes = SLASHES.exec(line);
    if (slashes) {
      this.inOptions = slashes[1] !== undefined;
      if (this.inOptions) this.open({ closes: '///', title: titleOf(slashes[2]) });
      else this.close('///');
      return true;
    }
    if (BANGS.test(line)) {
      const indented = INDENTED.exec(line);
      if (!indented) return false;
      this.open({ closes: '', title: titleOf(indented[1]), indent: indent + 4 });
      return true;
    }
    if (IMPORT.test(line)) {
      this.inImport = /^import\s*\{[^}]*$/.test(line);
      return true;
    }
    return OTHERS.test(line);
  }

  private isTemplate(line: string): boolean {
    if (!TEMPLATE.test(line)) return false;
    const name = TEMPLATE_NAME.exec(line)?.[1]?.replace(/\s/g, '') ?? '';
    const ended = /^(?:end|\/)(.+)$/.exec(name)?.[1];
    if (ended !== undefined) this.close(`{${ended}`);
    else if (nameIn(line) !== undefined) this.open({ closes: `{${name}`, title: titleOf(nameIn(line)) });
    return true;
  }

  private isTags(line: string): boolean {
    const summary = SUMMARY.exec(line)?.[1];
    if (summary !== undefined) {
      if (this.containers.at(-1)?.closes === 'details') this.containers.pop();
      this.open({ closes: 'details', title: titleOf(summary) });
      return true;
    }
    if (OPEN_TAG.test(line)) {
      this.tagLines = 1;
      return true;
    }
    if (!TAGS.test(line)) return false;
    for (const [, slash, name = '', attributes = '', selfClosing] of line.matchAll(TAG)) {
      const closes = name.toLowerCase();
      if (slash) this.close(closes);
      else if (!selfClosing && !VOID.has(closes)) this.open({ closes, title: titleOf(nameIn(attributes)) });
    }
    return true;
  }

  private tagGoesOn(line: string): boolean {
    this.tagLines = /\/?>$/.test(line) || line === '' || this.tagLines > MOST_LINES_OF_TAG ? 0 : this.tagLines + 1;
    return true;
  }

  private open(container: Container): void {
    if (this.containers.length < MOST_CONTAINERS) this.containers.push(container);
    this.name();
  }

  /** Up to the newest that ends so; what was left open inside it ends with it. */
  private close(closes: string): void {
    const at = this.containers.findLastIndex((container) => container.closes === closes);
    if (at < 0) return;
    this.containers.length = at;
    this.name();
  }

  private leaveIndented(indent: number): void {
    const at = this.containers.findIndex((container) => container.indent !== undefined && indent < container.indent);
    if (at < 0 || this.fence !== null) return;
    this.containers.length = at;
    this.name();
  }

  private name(): void {
    this.titles = this.containers.flatMap(({ title }) => (title === null ? [] : [title]));
  }
}

function isFenceEnd(line: string, fence: string): boolean {
  return line.startsWith(fence) && line.replaceAll(fence[0]!, '') === '';
}

function nameIn(attributes: string): string | undefined {
  for (const pattern of NAMES) {
    const [, double, single, braced] = pattern.exec(attributes) ?? [];
    const name = double ?? single ?? braced;
    if (name !== undefined) return name;
  }
  return undefined;
}

function titleOf(text: string | undefined): string | null {
  const title = text
    ?.replace(/<[^>]*>/g, '')
    .trim()
    .slice(0, LONGEST_TITLE);
  return title ? title : null;
}
