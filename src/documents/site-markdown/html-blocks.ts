import { readHtml } from '../html/read-html';
import { angled } from './angled';
import { tableMarkdown } from './html-tables';

/** Elements that are Markdown when they begin a line. */
const START = /^[ \t]*<(table|Table|ul|ol|dl|h[1-6]|pre)(?=[\s>])/gm;
/** Elements that only arrange their text; where they begin or end its line, they are no part of it. */
const AROUND = '(?:p|div|center|section|article|figure|figcaption|main|header|footer|span|font|small|blockquote)';
const OPENING = new RegExp(
  `^([ \\t]*)((?:<${AROUND}(?:\\s[^<>\\n]{0,500})?>[ \\t]*)+)(?=[^<\\s]|<(?:a|b|i|em|strong|code|kbd|span|u)\\b)`,
  'gim',
);
const CLOSING = new RegExp(`([^\\s>]|</(?:a|b|i|em|strong|code|kbd|span|u)>)[ \\t]*((?:</${AROUND}>[ \\t]*)+)$`, 'gim');
/** Characters of one element. */
const LONGEST = 300_000;
const LINK = /<a\s[^<>]{0,500}?href\s*=\s*"([^"<>\s]{1,500})"[^<>]{0,500}>([^<>[\]]{1,300})<\/a>/gi;
const CODE = /<(code|tt|samp)(?:\s[^<>]{0,200})?>([^<>`\n]{1,300})<\/\1>/gi;

/** HTML within Markdown as Markdown: tables, lists, definitions, headings, code. What has no end stays. */
export function withoutHtml(prose: string): string {
  if (!/^[ \t]*</m.test(prose) && !/<\/[a-z]+>[ \t]*$/m.test(prose)) return prose;
  const pieces: string[] = [];
  const ends = new Ends(prose);
  let at = 0;
  for (const { index, 0: start, 1: tag = '' } of prose.matchAll(START)) {
    if (index < at) continue;
    const end = ends.of(tag, index);
    if (end === null || end - index > LONGEST) continue;
    pieces.push(
      prose.slice(at, index),
      `\n\n${markdownOf(tag.toLowerCase(), prose.slice(index + start.indexOf('<'), end))}\n\n`,
    );
    at = end;
  }
  const shown = [...pieces, prose.slice(at)].join('');
  return shown.replace(OPENING, '\n$1').replace(CLOSING, '$1\n');
}

/** Where elements end, found once for each kind. */
class Ends {
  private readonly ends = new Map<string, ReadonlyMap<number, number>>();

  constructor(private readonly prose: string) {}

  /** Past the tag that closes the one at an offset. */
  of(tag: string, from: number): number | null {
    let ends = this.ends.get(tag);
    if (!ends) this.ends.set(tag, (ends = this.pairs(tag)));
    return ends.get(from) ?? null;
  }

  private pairs(tag: string): ReadonlyMap<number, number> {
    const found = new Map<number, number>();
    const open: number[] = [];
    for (const { 0: whole, 1: slash, index } of this.prose.matchAll(
      new RegExp(`<(/?)${tag}(?=[\\s>])[^<>]{0,2000}>`, 'g'),
    )) {
      if (slash === '') open.push(index);
      else if (open.length > 0) found.set(open.pop()!, index + whole.length);
    }
    return found;
  }
}

function markdownOf(tag: string, html: string): string {
  if (/^h[1-6]$/.test(tag)) return headingMarkdown(Number(tag[1]), html);
  const shown = html.replace(LINK, '[$2]($1)');
  if (tag === 'table')
    return tableMarkdown(
      shown
        .replace(CODE, '`$2`')
        .replace(/^<Table/, '<table')
        .replace(/<\/Table>$/, '</table>'),
    );
  return blocksMarkdown(tag === 'pre' ? html : shown.replace(CODE, '`$2`'));
}

/** Its words stay as they are: tags within a line are Markdown. */
function headingMarkdown(level: number, html: string): string {
  const [opening = ''] = /^<[^<>]*>/.exec(html) ?? [];
  const words = html
    .slice(opening.length)
    .replace(/<\/h[1-6]\s*>$/i, '')
    .replace(/\s+/g, ' ')
    .trim();
  const [, id] = /\sid\s*=\s*["']?([\w.:-]{1,100})/.exec(opening) ?? [];
  return words === '' ? '' : `${'#'.repeat(level)} ${words}${id === undefined ? '' : ` {#${id}}`}`;
}

/** Lists, definitions and code; what has a heading of its own stands in a note with it. */
function blocksMarkdown(html: string): string {
  const { text, blocks } = readHtml(html);
  const lines = blocks.map(({ kind, start, end, number, depth = 0, headings, language = '' }) => {
    const content = text.slice(start, end);
    const indent = '    '.repeat(depth);
    if (kind === 'code') return `\n\`\`\`${language}\n${content}\n\`\`\`\n`;
    const words = angled(content.replace(/^(?:-|\d+\.)\s/, '')).replace(/\n/g, '<br>');
    if (kind === 'item') return `${indent}${number === undefined ? '-' : `${number}.`} ${words}`;
    const heading = headings.at(-1);
    if (heading !== undefined) return `\n:::definition[${heading.replace(/[[\]{}]/g, '')}]\n\n${words}\n\n:::\n`;
    return `\n${/^(?:u|o)l/.test(html.slice(1, 3)) ? `${indent}    ` : ''}${words}\n`;
  });
  return lines.join('\n');
}
