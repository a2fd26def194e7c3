/**
 * The cells of one record (RFC 4180 §2), or null where its quotes are not in order. Several times as fast as a general
 * parser: the record is whole and its line end is gone.
 */
export function cellsOf(record: string): string[] | null {
  if (!record.includes('"')) return record.split(',');
  const cells: string[] = [];
  for (let at = 0; ; at++) {
    const cell = record[at] === '"' ? quotedCell(record, at + 1) : plainCell(record, at);
    if (!cell) return null;
    cells.push(cell.text);
    at = cell.end;
    if (at === record.length) return cells;
    if (record[at] !== ',') return null;
  }
}

interface Cell {
  text: string;
  /** Just past it. */
  end: number;
}

function plainCell(record: string, start: number): Cell | null {
  const comma = record.indexOf(',', start);
  const end = comma < 0 ? record.length : comma;
  const text = record.slice(start, end);
  return text.includes('"') ? null : { text, end };
}

/** A doubled quote stands for one. */
function quotedCell(record: string, start: number): Cell | null {
  let doubled = false;
  for (let from = start; ;) {
    const quote = record.indexOf('"', from);
    if (quote < 0) return null;
    if (record[quote + 1] !== '"') {
      const text = record.slice(start, quote);
      return { text: doubled ? text.replaceAll('""', '"') : text, end: quote + 1 };
    }
    doubled = true;
    from = quote + 2;
  }
}
