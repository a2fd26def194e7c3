import { sentences, Span } from '../language/sentences';
import { DocumentTooLarge } from '../../common/text/document-too-large';
import { Block, Chunk, ReadableDocument } from './document.types';
import { storable } from '../../common/text/storable';

/** Characters that a passage is filled up to, and that none exceeds (UTF-16 code units). */
const CHUNK_TARGET = 900;
export const CHUNK_LIMIT = 1800;
/** All headings above a passage together. */
export const LONGEST_HEADING = 300;
/** Passages of a document; a million characters of prose have some 1 200. Each costs rows of its own. */
const MOST_CHUNKS = 10_000;
/** Finding sentences may cost the square of the text, so a long block is searched for them piece by piece. */
const SENTENCE_WINDOW = 4 * CHUNK_LIMIT;

/**
 * Cuts a document into passages, in order, without overlap. Neighbouring blocks under the same headings share one up
 * to the target; a block beyond the limit is cut between sentences, a sentence beyond it between words, and never
 * inside a surrogate pair. `text.slice(chunk.start, chunk.end) === chunk.body` for each.
 *
 * @throws DocumentTooLarge where there would be more than {@link MOST_CHUNKS}
 */
export function chunkDocument(document: ReadableDocument): Chunk[] {
  const { text } = document;
  const groups: Block[] = [];
  for (const whole of document.blocks) {
    for (const block of split(text, whole)) {
      const last = groups.at(-1);
      if (last && belongTogether(last, block)) groups[groups.length - 1] = { ...last, end: block.end };
      else groups.push(block);
    }
    if (groups.length > MOST_CHUNKS) throw new DocumentTooLarge(`more than ${MOST_CHUNKS} passages`);
  }
  return groups.map(({ start, end, headings }, ordinal) => ({
    ordinal,
    heading: storable(headings.join(' > ').slice(0, LONGEST_HEADING)),
    body: text.slice(start, end),
    start,
    end,
  }));
}

function belongTogether(left: Block, right: Block): boolean {
  if (right.end - left.start > CHUNK_TARGET) return false;
  return (
    left.headings.length === right.headings.length && left.headings.every((text, at) => text === right.headings[at])
  );
}

function split(text: string, block: Block): Block[] {
  if (block.end - block.start <= CHUNK_LIMIT) return [block];
  const parts: { start: number; end: number }[] = [];
  for (const span of sentencesOf(text, block).flatMap((sentence) => splitSentence(text, sentence))) {
    const last = parts.at(-1);
    if (last && span.end - last.start <= CHUNK_TARGET) last.end = span.end;
    else parts.push({ ...span });
  }
  return parts.map((part) => ({ ...part, headings: block.headings }));
}

/** Each piece but the first begins where the last sentence of the one before does: that one may go on beyond its end. */
function sentencesOf(text: string, block: Block): Span[] {
  const found: Span[] = [];
  let from = block.start;
  while (block.end - from > SENTENCE_WINDOW) {
    const to = from + SENTENCE_WINDOW;
    const spans = sentences(text.slice(from, to)).map((span) => moved(span, from));
    const next = spans.length > 1 ? (spans.pop()?.start ?? to) : cutBefore(text, to, from);
    for (const { start, end } of spans) found.push({ start, end: Math.min(end, next) });
    from = next;
  }
  return [...found, ...sentences(text.slice(from, block.end)).map((span) => moved(span, from))];
}

function splitSentence(text: string, { start, end }: Span): Span[] {
  const parts: Span[] = [];
  let from = start;
  while (end - from > CHUNK_LIMIT) {
    const cut = cutBefore(text, from + CHUNK_TARGET, from);
    parts.push({ start: from, end: cut });
    from = cut;
  }
  return [...parts, { start: from, end }];
}

/** After the last space before `limit`, else at it, but not between the halves of a surrogate pair. */
function cutBefore(text: string, limit: number, from: number): number {
  const space = text.slice(from, limit).search(/\s\S*$/);
  if (space > CHUNK_TARGET / 2) return from + space + 1;
  return /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
}

function moved({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}
