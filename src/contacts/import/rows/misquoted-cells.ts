/**
 * The cells of a record whose quotes break RFC 4180, as programs and people write it: `5" disk`, `"Ann "Annie" Lee"`, `"Ann \"Annie\" Lee"`,
 * and with spaces beside the quotes. Null if a quote never ends. Takes linear time.
 */
export function misquotedCells(record: string, separator: string): string[] | null {
  const cells: string[] = [];
  for (let at = 0; at <= record.length;) {
    const from = afterSpaces(record, at);
    const cell = record[from] === '"' ? quotedCell(record, from + 1, separator) : plainCell(record, at, separator);
    if (!cell) return null;
    cells.push(cell.text);
    at = cell.end + 1;
  }
  return cells;
}

interface Cell {
  text: string;
  /** The offset of the separator behind it, or of the end. */
  end: number;
}

function plainCell(record: string, from: number, separator: string): Cell {
  const found = record.indexOf(separator, from);
  const end = found < 0 ? record.length : found;
  return { text: record.slice(from, end), end };
}

function quotedCell(record: string, from: number, separator: string): Cell | null {
  const pieces: string[] = [];
  const last = record.lastIndexOf('"');
  let at = from;
  for (let quote = record.indexOf('"', from); quote >= 0; quote = record.indexOf('"', at)) {
    const isEscaped = record[quote - 1] === '\\' && quote > from && quote < last;
    pieces.push(record.slice(at, isEscaped ? quote - 1 : quote));
    const end = isEscaped ? null : endBehind(record, quote + 1, separator);
    if (end !== null) return { text: pieces.join(''), end };
    pieces.push('"');
    const isDoubled = !isEscaped && record[quote + 1] === '"';
    at = isDoubled ? quote + 2 : quote + 1;
    const endOfBoth = isDoubled ? endBehind(record, at, separator) : null;
    if (endOfBoth !== null) return { text: pieces.join(''), end: endOfBoth };
  }
  return null;
}

/** The offset of the separator or the end, if only spaces stand before it. */
function endBehind(record: string, from: number, separator: string): number | null {
  const at = afterSpaces(record, from);
  return at === record.length || record[at] === separator ? at : null;
}

function afterSpaces(record: string, from: number): number {
  let at = from;
  while (record[at] === ' ') at++;
  return at;
}
