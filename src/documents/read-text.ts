import { storable } from '../common/text/storable';
import type { Block, ReadableDocument } from './document.types';
import { typedBlocks } from './typed-blocks';

const EMPTY_LINES = /\r?\n(?:[^\S\r\n]*\r?\n)+/g;
/** The beginning of an item of a list that was typed as text. */
const ITEM = /^[^\S\r\n]*(?:[-*+•–]|(\p{Nd}{1,3})[.)])[^\S\r\n]+(?=\S)/gmu;

/** A first line that names what follows: short, without a full stop, above an empty line. */
const TITLE = /^\s*([^.!?:;。！？\r\n]{1,80}?)[^\S\r\n]*\r?\n[^\S\r\n]*\r?\n(?=\s*\S)/;

/**
 * Plain text: a paragraph ends at an empty line, an item of a list with its line. Code between fences and tables are what they
 * are in Markdown. The text is kept as it is.
 */
export function readText(text: string): ReadableDocument {
  const stored = storable(text);
  const [line = '', title = null] = TITLE.exec(stored) ?? [];
  const blocks = paragraphs(stored, line.length, stored.length, title === null ? [] : [title], 0);
  return { text: stored, notation: 'plain', title, blocks };
}

/** The blocks between two offsets, trimmed; none is empty. Lists and tables are counted from `group`. */
export function paragraphs(
  text: string,
  start: number,
  end: number,
  headings: readonly string[],
  group: number,
): Block[] {
  const typed = typedBlocks(text, start, end, group);
  const found: Block[] = [];
  let from = start;
  let lists = typed.at(-1)?.group ?? group;
  const take = (to: number): void => {
    for (const block of parts(text, from, to)) {
      const isFirst = block.kind === 'item' && found.at(-1)?.kind !== 'item';
      if (isFirst) lists += 1;
      found.push({ ...block, headings, ...(block.kind === 'item' ? { group: lists, depth: 0 } : {}) });
    }
  };
  for (const block of typed) {
    take(block.opens ?? block.start);
    found.push({ ...block, headings });
    from = block.end;
  }
  take(end);
  return found;
}

/** The text between empty lines, in its parts. */
function parts(text: string, start: number, end: number): Omit<Block, 'headings'>[] {
  const found: Omit<Block, 'headings'>[] = [];
  let from = start;
  for (const gap of text.slice(start, end).matchAll(EMPTY_LINES)) {
    found.push(...lines(text, from, start + gap.index));
    from = start + gap.index + gap[0].length;
  }
  return [...found, ...lines(text, from, end)];
}

/** A paragraph, or what stands before the first item and each item. */
function lines(text: string, start: number, end: number): Omit<Block, 'headings'>[] {
  const part = text.slice(start, end);
  const items = [...part.matchAll(ITEM)];
  const first = items[0]?.index ?? part.length;
  const found: Omit<Block, 'headings'>[] = [{ kind: 'paragraph', start, end: start + first }];
  for (const [index, item] of items.entries()) {
    const numbered = item[1] === undefined ? {} : { number: Number(item[1]) };
    const to = items[index + 1]?.index ?? part.length;
    found.push({ kind: 'item', ...numbered, start: start + item.index, end: start + to });
  }
  return found.map((block) => trim(text, block)).filter((block) => block.end > block.start);
}

function trim<Part extends { start: number; end: number }>(text: string, block: Part): Part {
  const part = text.slice(block.start, block.end);
  const start = block.start + part.length - part.trimStart().length;
  return { ...block, start, end: Math.max(start, block.start + part.trimEnd().length) };
}
