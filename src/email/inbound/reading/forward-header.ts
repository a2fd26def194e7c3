import { headerIn, type HeaderKind, separateHeaders, withColon } from './forward-labels';
import { introducesForward, isDivider, isWordyDivider } from './forward-marks';

export interface ForwardHeader {
  /** As it is written: a name and an address. */
  from: string;
  /** The text above, and the text below. */
  note: string;
  content: string;
}

const MOST_HEADERS = 12;
/** Lines of a header, such as many receivers. */
const MOST_CONTINUED = 4;
const QUOTED = /^(?:> ?)+/;
/** A divider, and all headers behind it in one line. */
const ONE_LINE = /^(-{3,}\s?\p{L}[^-]{2,60}-{3,})(.*)$/u;
/** `23.11.2026, 09:14, "Carla" <carla@example.com>:`, below a divider. */
const ATTRIBUTION = /^.{0,80}?"?([^"<>,]{1,100}?)"?\s*(<[^<>\s]{3,254}>)\s?:$/u;

interface Block {
  from: string;
  /** The first line after it. */
  end: number;
}

/**
 * The header of an email that another one contains, as programs write it for people: at least three of sender, receiver, date and
 * subject, in any language. Null without one. By hand: email-forward-parser 1.8 knows neither all languages nor all programs, and leaves
 * dividers in the text above.
 */
export function forwardHeader(text: string): ForwardHeader | null {
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    const block = blockAt(lines, at) ?? attributedAt(lines, at) ?? withoutColonsAt(lines, at);
    if (!block) continue;
    return {
      from: readableSender(block.from),
      note: noteAbove(lines, at),
      content: contentBelow(lines.slice(block.end), QUOTED.test(line)),
    };
  }
  return null;
}

function blockAt(lines: readonly string[], at: number): Block | null {
  const [, divider = '', behind = ''] = ONE_LINE.exec(bare(lines[at])) ?? [];
  if (divider !== '') {
    const from = headersOf(separateHeaders(behind));
    return from === null ? null : { from, end: at + 1 };
  }
  if (!headerIn(bare(lines[at]))?.kind) return null;
  const block: string[] = [];
  let end = at;
  while (block.length < MOST_HEADERS && end < lines.length) {
    const line = bare(lines[end]);
    const header = headerIn(line);
    const continued = header || line === '' ? 0 : linesBefore(lines, end);
    if (!header && continued === 0) break;
    if (header) block.push(line);
    end += Math.max(1, continued);
  }
  const single = block.length === 1 ? separateHeaders(block[0]!) : block;
  const from = headersOf(single);
  return from === null ? null : { from, end };
}

/** How many lines go on with the header above. 0 if no further header follows. */
function linesBefore(lines: readonly string[], at: number): number {
  for (let count = 1; count <= MOST_CONTINUED; count += 1) {
    const line = bare(lines[at + count]);
    if (line === '') return 0;
    if (headerIn(line)?.kind) return count;
  }
  return 0;
}

/** The sender, if it has an address and two more headers are known. */
function headersOf(lines: readonly string[]): string | null {
  const known = new Map<HeaderKind, string>();
  for (const line of lines) {
    const { kind, value } = headerIn(line) ?? { kind: null, value: '' };
    if (kind && !known.has(kind)) known.set(kind, value);
  }
  const from = known.get('from') ?? '';
  return known.size >= 3 && /\S@\S/.test(from) ? from : null;
}

function attributedAt(lines: readonly string[], at: number): Block | null {
  if (!isWordyDivider(bare(lines[at]))) return null;
  let next = at + 1;
  while (next < lines.length && bare(lines[next]) === '') next += 1;
  const [, name = '', address] = ATTRIBUTION.exec(bare(lines[next])) ?? [];
  return address === undefined ? null : { from: `${name.trim()} ${address}`, end: next + 1 };
}

/** eM Client writes `From "Carla" <carla@example.com>` below a divider, without colons. */
function withoutColonsAt(lines: readonly string[], at: number): Block | null {
  if (!isDivider(bare(lines[at]))) return null;
  const first = at + 1;
  const headers = lines.slice(first, first + MOST_HEADERS).map((line) => withColon(bare(line)));
  const count = headers.indexOf(null);
  const known = headers.slice(0, count < 0 ? undefined : count).filter((line) => line !== null);
  const from = headersOf(known);
  return from === null ? null : { from, end: first + known.length };
}

/** Old Outlook writes `[mailto:…]`, and programs set the name in bold. */
function readableSender(from: string): string {
  return from.replace(/\[mailto:([^[\]\s]{3,254})\]/i, '<$1>').replace(/^\*([^*<>]{1,200})\*(?=\s*<)/, '$1');
}

function noteAbove(lines: readonly string[], end: number): string {
  const above = lines.slice(0, end);
  const last = above.findLastIndex((line) => !isMark(bare(line)));
  return above
    .slice(0, last + 1)
    .join('\n')
    .trim();
}

/** Without the marks of a quote, which some programs set before all lines of it, or of its text. */
function contentBelow(lines: readonly string[], isQuoted: boolean): string {
  const isMarked = isQuoted || lines.every((line) => line.startsWith('>') || line.trim() === '');
  const below = lines.map((line) => (isMarked ? line.replace(/^> ?/, '') : line));
  const first = below.findIndex((line) => !isMark(line.trim()));
  const last = below.findLastIndex((line) => !isMark(line.trim()));
  return first < 0
    ? ''
    : below
        .slice(first, last + 1)
        .join('\n')
        .trim();
}

function isMark(line: string): boolean {
  return line === '' || isWordyDivider(line) || introducesForward(line);
}

function bare(line = ''): string {
  return line.replace(QUOTED, '').trim();
}
