import { sentences, type Span } from '../language/sentences';
import { DocumentTooLarge } from '../common/text/document-too-large';
import {
  type Block,
  type Chunk,
  LONGEST_HEADING,
  type PassageBlock,
  type PassageStructure,
  type ReadableDocument,
} from './document.types';
import { referenceLabel } from './read-markdown';
import { storable } from '../common/text/storable';

/** Characters that a passage is filled up to, and that none exceeds (UTF-16 code units). */
const CHUNK_TARGET = 900;
export const CHUNK_LIMIT = 1800;
/** The headings above a passage are one text, this between them. */
export const BETWEEN_HEADINGS = ' > ';
/** Passages of a document; a million characters of prose have some 1 200. Each costs rows of its own. */
const MOST_CHUNKS = 10_000;
/** Finding sentences may cost the square of the text, so a long block is searched for them piece by piece. */
const SENTENCE_WINDOW = 4 * CHUNK_LIMIT;

/**
 * Cuts a document into passages, in order, without overlap. Neighbouring blocks under the same headings share one up
 * to the target. An introduction stays with the text that it introduces, and lists and tables stay whole, up to the limit. A
 * block beyond the limit is cut between sentences, a sentence beyond it between words, and never inside a surrogate
 * pair. `text.slice(chunk.start, chunk.end) === chunk.body` for each.
 *
 * @throws DocumentTooLarge where there would be more than {@link MOST_CHUNKS}
 */
export function chunkDocument({ text, notation, references = {}, blocks }: ReadableDocument): Chunk[] {
  const passages: Block[][] = [];
  for (const unit of units(blocks.flatMap((block) => split(text, block)))) {
    const last = passages.at(-1);
    if (last && belongTogether(last, unit)) last.push(...unit);
    else passages.push(unit);
    if (passages.length > MOST_CHUNKS) throw new DocumentTooLarge(`more than ${MOST_CHUNKS} passages`);
  }
  return passages.map((passage, ordinal) => {
    const [start, end] = [startOf(passage), endOf(passage)];
    return {
      ordinal,
      heading: storable(passage[0]!.headings.join(BETWEEN_HEADINGS).slice(0, LONGEST_HEADING)),
      body: text.slice(start, end),
      start,
      end,
      structure: {
        notation,
        ...referencesIn(text.slice(start, end), references),
        ...(passage[0]!.anchor === undefined ? {} : { anchor: passage[0]!.anchor }),
        blocks: passage.map((block) => within(block, start)),
      },
    };
  });
}

/** Blocks that only make sense together: a list or table, or code, with the paragraph before it; each up to the limit. */
function units(blocks: readonly Block[]): Block[][] {
  const found: Block[][] = [];
  for (const block of blocks) {
    const last = found.at(-1);
    if (last && goesOn(last, block) && block.end - startOf(last) <= CHUNK_LIMIT) last.push(block);
    else found.push([block]);
  }
  return found;
}

function goesOn(unit: readonly Block[], block: Block): boolean {
  const before = unit.at(-1)!;
  if (!sameSection(before, block)) return false;
  if (block.group !== undefined && block.group === before.group) return true;
  return unit.length === 1 && before.kind === 'paragraph' && block.kind !== 'paragraph';
}

function belongTogether(passage: readonly Block[], unit: readonly Block[]): boolean {
  return sameSection(passage[0]!, unit[0]!) && endOf(unit) - startOf(passage) <= CHUNK_TARGET;
}

function sameSection(left: Block, right: Block): boolean {
  return (
    left.anchor === right.anchor &&
    left.headings.length === right.headings.length &&
    left.headings.every((text, at) => text === right.headings[at])
  );
}

/** The references that a text uses; a document may have thousands. */
function referencesIn(
  text: string,
  references: Readonly<Record<string, string>>,
): Pick<PassageStructure, 'references'> {
  const used = new Set(Array.from(text.matchAll(/\[([^\[\]]{1,100})\]/g), ([, label = '']) => referenceLabel(label)));
  const found = [...used].filter((label) => Object.hasOwn(references, label));
  return found.length === 0
    ? {}
    : { references: Object.fromEntries(found.map((label) => [label, references[label]!])) };
}

function within(
  { start, end, headings: _headings, anchor: _anchor, opens: _opens, ...shape }: Block,
  from: number,
): PassageBlock {
  return { ...shape, start: start - from, end: end - from };
}

function startOf(passage: readonly Block[]): number {
  return passage[0]!.opens ?? passage[0]!.start;
}

function endOf(passage: readonly Block[]): number {
  return passage.at(-1)!.end;
}

function split(text: string, block: Block): Block[] {
  if (block.end - (block.opens ?? block.start) <= CHUNK_LIMIT) return [block];
  if (block.end - block.start <= CHUNK_LIMIT) return [{ ...block, opens: block.start }];
  const parts: { start: number; end: number }[] = [];
  for (const span of sentencesOf(text, block).flatMap((sentence) => splitSentence(text, sentence))) {
    const last = parts.at(-1);
    if (last && span.end - last.start <= CHUNK_TARGET) last.end = span.end;
    else parts.push({ ...span });
  }
  return parts.map((part) => ({ ...block, ...part, opens: part.start }));
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
