import { pipeline } from 'node:stream/promises';
import { setImmediate as otherWork } from 'node:timers/promises';
import { parse as parsing } from 'csv-parse';
import { parse } from 'csv-parse/sync';

/** The cells of a record (RFC 4180 §2), or null where its quotes are not in order. */
export type Cells = string[] | null;

/** How many cells a record has is for the header to say. */
const OPTIONS = { record_delimiter: '\n', relax_column_count: true, skip_empty_lines: false };
const LINE_FEED = Buffer.from('\n');

/** Bytes of a record that are read without others having their turn: some milliseconds at most. */
const LONG = 16_384;

/** Of records in UTF-8 that are whole, without their line ends. Together, since csv-parse takes long to begin. */
export async function cellsOf(records: readonly Buffer[]): Promise<Cells[]> {
  const short = cellsOfShort(records.filter(({ length }) => length <= LONG)).values();
  const all: Cells[] = [];
  for (const record of records) all.push(record.length > LONG ? await cellsOfLong(record) : short.next().value!);
  return all;
}

/** The same at once. */
export function cellsOfShort(records: readonly Buffer[]): Cells[] {
  try {
    return parse(Buffer.concat(records.flatMap((record) => [record, LINE_FEED])), OPTIONS);
  } catch {
    // Which of them it is.
    return records.length === 1 ? [null] : records.flatMap((record) => cellsOfShort([record]));
  }
}

async function cellsOfLong(record: Buffer): Promise<Cells> {
  try {
    let cells: Cells = null;
    await pipeline(pieces(record), parsing(OPTIONS), async (rows: AsyncIterable<string[]>) => {
      for await (const row of rows) cells = row;
    });
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
