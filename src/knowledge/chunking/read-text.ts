import { Block, ReadableDocument } from './document.types';
import { storable } from '../../common/text/storable';

const EMPTY_LINES = /\r?\n(?:[^\S\r\n]*\r?\n)+/g;

/** Plain text: a paragraph ends at an empty line. The text is kept as it is. */
export function readText(text: string): ReadableDocument {
  const stored = storable(text);
  return { text: stored, title: null, blocks: paragraphs(stored, 0, stored.length, []) };
}

/** The paragraphs between two offsets, trimmed; none is empty. */
export function paragraphs(text: string, start: number, end: number, headings: readonly string[]): Block[] {
  const found: Block[] = [];
  let from = start;
  for (const gap of text.slice(start, end).matchAll(EMPTY_LINES)) {
    found.push({ start: from, end: start + gap.index, headings });
    from = start + gap.index + gap[0].length;
  }
  found.push({ start: from, end, headings });
  return found.map((block) => trim(text, block)).filter((block) => block.end > block.start);
}

function trim(text: string, block: Block): Block {
  const part = text.slice(block.start, block.end);
  const start = block.start + part.length - part.trimStart().length;
  return { ...block, start, end: Math.max(start, block.start + part.trimEnd().length) };
}
