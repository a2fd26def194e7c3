import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { cellsOf } from './csv-record';
import { contentLength, RecordSplitter } from './record-splitter';

const SEED = 20_260_115;

/** Mostly what has a meaning in CSV. */
const text = fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a', 'ä', ' ', ''), maxLength: 12 });

const written = (rows: readonly string[][]): string =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');

/** Cut into pieces of `size` bytes, as a file arrives. */
function recordsOf(file: Buffer, size: number): string[] {
  const splitter = new RecordSplitter(true);
  const records: string[] = [];
  let rest = Buffer.alloc(0);
  for (let at = 0; at < file.length; at += size) {
    const known = rest.length;
    rest = Buffer.concat([rest, file.subarray(at, at + size)]);
    let from = 0;
    for (let end = splitter.end(rest, known); end >= 0; end = splitter.end(rest, from)) {
      records.push(rest.subarray(from, from + contentLength(rest.subarray(from, end))).toString());
      from = end;
    }
    rest = rest.subarray(from);
  }
  return rest.length > 0 ? [...records, rest.toString()] : records;
}

describe('cellsOf', () => {
  it('reads back whatever was written, in whatever pieces it arrives', () => {
    const rows = fc.array(fc.array(text, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 9 }), (table, size) => {
        expect(recordsOf(Buffer.from(written(table)), size).map(cellsOf)).toEqual(table);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it('reads one record as csv-parse does, and refuses what that refuses', () => {
    fc.assert(
      fc.property(
        text.map((record) => record.replace(/[\r\n]/g, '')),
        (record) => {
          let expected: string[] | null;
          try {
            expected = parse(record, { record_delimiter: '\n', skip_empty_lines: false })[0] ?? [''];
          } catch {
            expected = null;
          }
          expect(cellsOf(record)).toEqual(expected);
        },
      ),
      { seed: SEED, numRuns: 2_000 },
    );
  });
});
