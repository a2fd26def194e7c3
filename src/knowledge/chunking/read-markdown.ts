import MarkdownIt from 'markdown-it';
import { DocumentTooLarge } from '../../common/text/document-too-large';
import { Block, ReadableDocument } from './document.types';
import { paragraphs } from './read-text';
import { storable } from '../../common/text/storable';

/** Tokens of markdown-it: an item of a list has five, a paragraph three. Each takes some 200 bytes. */
const MOST_TOKENS = 500_000;
/** Only blocks: what is inside them is kept as written, and reading it may cost the square of its length. */
const parser = new MarkdownIt('default', { html: true }).disable('inline');
parser.block.ruler.before('table', 'bounded', ({ tokens }) => {
  if (tokens.length > MOST_TOKENS) throw new DocumentTooLarge('too many paragraphs and list items');
  return false;
});
const headingParser = new MarkdownIt('default', { html: true });
/** What is read of a heading; more than any has. Reading it costs the square. */
const LONGEST_HEADING = 500;
/** Characters that mean something to Markdown or HTML; a heading without them says what it says. */
const MARKUP = /[\\`*_[\]<>&!~]/;
/** Blocks that hold text themselves; what they contain belongs to them. */
const OPENING = new Set(['paragraph_open', 'bullet_list_open', 'ordered_list_open', 'table_open', 'blockquote_open']);
const ALONE = new Set(['fence', 'code_block']);
const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n---[^\S\r\n]*(?:\r?\n|$)/;

/** CommonMark with tables. The text is kept as it is, so offsets are those of the uploaded file; blocks follow its lines. */
export function readMarkdown(markdown: string): ReadableDocument {
  const text = storable(markdown);
  const skipped = FRONT_MATTER.exec(text)?.[0].length ?? 0;
  const lines = lineStarts(text, skipped);
  const headings: string[] = [];
  const blocks: Block[] = [];
  let title: string | null = null;
  const tokens = parser.parse(text.slice(skipped), {});
  for (const [index, token] of tokens.entries()) {
    if (token.level !== 0 || !token.map) continue;
    if (token.type === 'heading_open') {
      const heading = plain(tokens[index + 1]?.content ?? '');
      const level = Number(token.tag.slice(1));
      headings.splice(
        level - 1,
        headings.length,
        ...Array<string>(Math.max(0, level - 1 - headings.length)).fill(''),
        heading,
      );
      title ??= heading;
    } else if (OPENING.has(token.type) || ALONE.has(token.type)) {
      const [from, to] = token.map;
      const start = lines[from] ?? text.length;
      const end = lines[to] ?? text.length;
      const above = headings.filter((heading) => heading !== '');
      const found = ALONE.has(token.type) ? whole(text, start, end, above) : paragraphs(text, start, end, above);
      for (const block of found) blocks.push(block);
    }
  }
  return { text, title, blocks };
}

/** A block of code with its empty lines. */
function whole(text: string, start: number, end: number, headings: readonly string[]): Block[] {
  const trimmedEnd = start + text.slice(start, end).trimEnd().length;
  return trimmedEnd > start ? [{ start, end: trimmedEnd, headings }] : [];
}

function plain(markup: string): string {
  if (!MARKUP.test(markup)) return markup.trim();
  const [inline] = headingParser.parseInline(markup.slice(0, LONGEST_HEADING), {});
  const parts = (inline?.children ?? []).filter(({ type }) => type === 'text' || type === 'code_inline');
  return parts.map(({ content }) => content).join('').trim(); // prettier-ignore
}

/** Offset of each line's first character, from `first` on; as markdown-it, takes \n, \r\n and \r for line ends. */
function lineStarts(text: string, first: number): number[] {
  const starts = [first];
  const ends = /\r\n|\n|\r/g;
  ends.lastIndex = first;
  for (let end = ends.exec(text); end; end = ends.exec(text)) starts.push(end.index + end[0].length);
  return starts;
}
