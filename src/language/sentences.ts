import abbreviations from './lists/abbreviations.json';

/** A part of a text in UTF-16 code units, as `String.prototype.slice` takes them. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Where the Unicode rules see an end and people see none: after abbreviations, initials and single letters (“z. B.”). */
const ABBREVIATION = new RegExp(
  String.raw`(?:^|[\s(\["'])(?:\p{L}|(?:${abbreviations.join('|').replaceAll('.', String.raw`\.`)}))\.\s*$`,
  'u',
);

/** With the character before it and its full stop. */
const LONGEST_ABBREVIATION = 10;

/** A line break inside a paragraph is not an end; an empty line, a list item, a table row, a quote or a heading is. */
const SOFT_BREAK = /\r?\n(?<=\S[^\S\r\n]*\r?\n)(?![^\S\r\n]*(?:\r?\n|[-*+•|#>]|\p{N}{1,3}[.)][^\S\r\n]|```|~~~|$))/gu;
/** Where a sentence always ends (UAX #29, SB4). */
const LINE_END = /\r\n|[\n\r\u0085\u2028\u2029]/g;
/** Characters that the segmenter gets at once, and then on to the end of the line. */
const PIECE = 500;
const MARKER = /^(?:[-*+•>]+\s+|#{1,6}\s+|\p{N}{1,3}[.)]\s+|\|\s*)+/u;
const FENCE = /^(?:```|~~~).*$[\s\S]*?^(?:```|~~~)[^\S\n]*$/gmu;

/** The sentences of a text, in order, trimmed and without list markers. A block of code counts as one. */
export function sentences(text: string): Span[] {
  const found: Span[] = [];
  let from = 0;
  for (const fence of text.matchAll(FENCE)) {
    for (const span of prose(text, from, fence.index)) found.push(span);
    found.push({ start: fence.index, end: fence.index + fence[0].length });
    from = fence.index + fence[0].length;
  }
  return [...found, ...prose(text, from, text.length)];
}

function prose(text: string, start: number, end: number): Span[] {
  const masked = text.slice(start, end).replace(SOFT_BREAK, (broken) => ' '.repeat(broken.length));
  const joined: { start: number; end: number }[] = [];
  for (const { index, segment } of segments(masked)) {
    const last = joined.at(-1);
    if (last && continues(masked.slice(last.start, last.end), segment)) last.end = index + segment.length;
    else joined.push({ start: index, end: index + segment.length });
  }
  return joined.map((part) => trimmed(text, start + part.start, start + part.end)).filter(hasWords(text));
}

/** As the segmenter finds them in the whole text, in pieces that end with a line: a segment costs it the text's length. */
function* segments(text: string): Generator<{ index: number; segment: string }> {
  for (let from = 0; from < text.length;) {
    const to = lineEnd(text, from + PIECE);
    for (const { index, segment } of segmenter.segment(text.slice(from, to))) yield { index: from + index, segment };
    from = to;
  }
}

/** Just past the end of the line that goes on at `from`. */
function lineEnd(text: string, from: number): number {
  LINE_END.lastIndex = from;
  return LINE_END.test(text) ? LINE_END.lastIndex : text.length;
}

function continues(before: string, next: string): boolean {
  const written = before.trimEnd();
  if (/[\r\n]/.test(before.slice(written.length))) return false;
  return ABBREVIATION.test(written.slice(-LONGEST_ABBREVIATION)) || /^\s*\p{Ll}/u.test(next);
}

function trimmed(text: string, start: number, end: number): Span {
  const part = text.slice(start, end);
  const lead = part.length - part.trimStart().length;
  const marker = MARKER.exec(part.trimStart())?.[0].length ?? 0;
  return { start: start + lead + marker, end: start + part.trimEnd().length };
}

function hasWords(text: string) {
  return ({ start, end }: Span) => end > start && /[\p{L}\p{N}]/u.test(text.slice(start, end));
}
