import { cellsOf } from '../common/text/table-cells';
import type { BlockShape } from './document.types';

/** A block that its author typed as in Markdown, in offsets into the text. */
export interface TypedBlock extends BlockShape {
  readonly start: number;
  readonly end: number;
  readonly opens?: number;
}

interface Line {
  start: number;
  end: number;
  text: string;
}

const OPENING_FENCE = /^(`{3,}|~{3,})[^\S\n]*([\w+#.-]{1,30})?[^`]*$/;
const DASHES = /^:?-+:?$/;

/**
 * Code between fences and tables with a line of dashes, which people type into plain text as well: in one paragraph their
 * lines would run together. `group`: of the first table.
 */
export function typedBlocks(text: string, start: number, end: number, group: number): TypedBlock[] {
  const lines = linesOf(text, start, end);
  const fences = new Fences(lines);
  const found: TypedBlock[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const code = fences.codeFrom(at);
    if (code) {
      found.push(code.block);
      at = code.last;
      continue;
    }
    const rows = rowsBelow(lines, at);
    if (rows.length === 0) continue;
    group += 1;
    const columns = cellsOf(lines[at]!.text);
    for (const [index, row] of rows.entries()) {
      const opens = index === 0 ? { opens: lines[at]!.start } : {};
      found.push({ kind: 'row', group, columns, start: row.start, end: row.end, ...opens });
    }
    at += 1 + rows.length;
  }
  return found;
}

/** Trimmed, with their places. */
function linesOf(text: string, start: number, end: number): Line[] {
  const lines: Line[] = [];
  for (let from = start; from < end;) {
    const next = text.indexOf('\n', from);
    const to = next < 0 || next > end ? end : next;
    const line = text.slice(from, to);
    const first = from + line.length - line.trimStart().length;
    lines.push({ start: first, end: Math.max(first, from + line.trimEnd().length), text: line.trim() });
    from = to + 1;
  }
  return lines;
}

class Fences {
  /** Of each character the shortest fence that nothing below closes: nothing closes a longer one either. */
  private readonly open: Record<string, number> = {};

  constructor(private readonly lines: readonly Line[]) {}

  /** The code whose opening fence is this line; null where it is none, or nothing closes it. */
  codeFrom(at: number): { block: TypedBlock; last: number } | null {
    const first = this.lines[at]!;
    const [, fence, language] = OPENING_FENCE.exec(first.text) ?? [];
    if (fence === undefined || fence.length >= (this.open[fence[0]!] ?? Infinity)) return null;
    const closes = ({ text }: Line): boolean => text.startsWith(fence) && text === fence[0]!.repeat(text.length);
    let last = at + 1;
    while (last < this.lines.length && !closes(this.lines[last]!)) last += 1;
    if (last === this.lines.length) {
      this.open[fence[0]!] = fence.length;
      return null;
    }
    const block = { start: first.start, end: this.lines[last]!.end, ...(language && { language }) };
    return { block: { kind: 'code', ...block }, last };
  }
}

/** The rows of the table whose header is this line. */
function rowsBelow(lines: readonly Line[], at: number): Line[] {
  const [header, dashes] = [lines[at]!, lines[at + 1]];
  if (!dashes?.text.includes('|') || !/^\||\s\|\s/.test(header.text)) return [];
  const marks = cellsOf(dashes.text);
  if (marks.length !== cellsOf(header.text).length || !marks.every((mark) => DASHES.test(mark))) return [];
  let to = at + 2;
  while (lines[to]?.text.includes('|')) to += 1;
  return lines.slice(at + 2, to);
}
