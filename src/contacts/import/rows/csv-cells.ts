import { pipeline } from 'node:stream/promises';
import { setImmediate as otherWork } from 'node:timers/promises';
import { parse as parsing } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { misquotedCells } from './misquoted-cells';

/** The cells of a record (RFC 4180 §2), or null if a quote never ends. */
export type Cells = string[] | null;

/** Records may have any number of cells; the caller compares it with the header. */
const OPTIONS = { record_delimiter: '\n', relax_column_count: true, skip_empty_lines: false };
const COMMA = ',';
const LINE_FEED = Buffer.from('\n');

/** Bytes of a record that are read before other work gets its turn. Takes some milliseconds at most. */
const LONG = 16_384;

/** Reads whole UTF-8 records without their line ends. Reads many at once, since csv-parse takes long to start. */
export async function cellsOf(records: readonly Buffer[], separator = COMMA): Promise<Cells[]> {
  const short = cellsOfShort(
    records.filter(({ length }) => length <= LONG),
    separator,
  ).values();
  const all: Cells[] = [];
  for (const record of records)
    all.push(record.length > LONG ? await cellsOfLong(record, separator) : short.next().value!);
  return all;
}

/** Does the same synchronously. */
export function cellsOfShort(records: readonly Buffer[], separator: string): Cells[] {
  try {
    return parse(Buffer.concat(records.flatMap((record) => [record, LINE_FEED])), { ...OPTIONS, delimiter: separator });
  } catch {
    // One of them is invalid; read each alone to find it.
    return records.length === 1
      ? [misquotedCells(records[0]!.toString(), separator)]
      : records.flatMap((record) => cellsOfShort([record], separator));
  }
}

async function cellsOfLong(record: Buffer, separator: string): Promise<Cells> {
  try {
    let cells: Cells = null;
    await pipeline(
      pieces(record),
      parsing({ ...OPTIONS, delimiter: separator }),
      async (rows: AsyncIterable<string[]>) => {
        for await (const row of rows) cells = row;
      },
    );
    return cells;
  } catch {
    return null;
  }
}

async function* pieces(record: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < record.length; at += LONG) {
    await otherWork();
    yield record.subarray(at, at + LONG);
  }
}
