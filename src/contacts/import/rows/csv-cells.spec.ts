import fc from 'fast-check';
import { expectLinear } from '../../../../test/support/growth';
import { cellsOf } from './csv-cells';
import { misquotedCells } from './misquoted-cells';
import { contentLength, RecordSplitter } from './record-splitter';

const SEED = 20_260_115;

/** Mostly characters with a meaning in CSV. */
const text = fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a', 'ä', ' ', ''), maxLength: 12 });

const written = (rows: readonly string[][]): string =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');

/** The records of a file that arrives in pieces of `size` bytes. */
function recordsOf(file: Buffer, size: number): Buffer[] {
  const splitter = new RecordSplitter(true);
  const records: Buffer[] = [];
  let rest = Buffer.alloc(0);
  for (let at = 0; at < file.length; at += size) {
    const known = rest.length;
    rest = Buffer.concat([rest, file.subarray(at, at + size)]);
    let from = 0;
    for (let end = splitter.end(rest, known); end >= 0; end = splitter.end(rest, from)) {
      records.push(rest.subarray(from, from + contentLength(rest.subarray(from, end))));
      from = end;
    }
    rest = rest.subarray(from);
  }
  return rest.length > 0 ? [...records, rest] : records;
}

const read = (...records: string[]): Promise<(string[] | null)[]> =>
  cellsOf(records.map((record) => Buffer.from(record)));

describe('RecordSplitter', () => {
  it.each([
    ['a "b\nc', ['a "b', 'c']],
    ['5" x,y\n"c\nd",e\n', ['5" x,y', '"c\nd",e']],
    ['"a "b" c"\r\nd', ['"a "b" c"', 'd']],
    ['a\rb\r\nc\nd', ['a', 'b', 'c', 'd']],
    ['a;"b\nc" ;d\ne', ['a;"b\nc" ;d', 'e']],
    ['"a "b"",c\nd', ['"a "b"",c', 'd']],
    ['"a ""b"",c\nd",e\nf', ['"a ""b"",c\nd",e', 'f']],
    [' "a\nb"\nc', [' "a\nb"', 'c']],
  ])('finds the records of %j, for pieces of any size', (file, records) => {
    for (let size = 1; size <= file.length; size += 1) {
      expect(recordsOf(Buffer.from(file), size).map(String)).toEqual(records);
    }
  });
});

describe('cellsOf', () => {
  it('reads back the written cells, for pieces of any size', async () => {
    const rows = fc.array(fc.array(text, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 9 }), async (table, size) => {
        expect(await cellsOf(recordsOf(Buffer.from(written(table)), size))).toEqual(table);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it('refuses a record whose quote never ends, and reads the others', async () => {
    expect(await read('a,"b"', 'a"b"', 'c,', '"a"b', '"d ""e"""')).toEqual([
      ['a', 'b'],
      ['a"b"'],
      ['c', ''],
      null,
      ['d "e"'],
    ]);
  });

  it('reads quotes beside spaces', async () => {
    expect(await read('a, "b, c" ,d', '"e" ,f', ' g,"h"')).toEqual([
      ['a', 'b, c', 'd'],
      ['e', 'f'],
      [' g', 'h'],
    ]);
  });

  it.each([
    ['5" disk,a', ['5" disk', 'a']],
    ['Ann "Annie" Lee,a', ['Ann "Annie" Lee', 'a']],
    ['"Ann "Annie" Lee",a', ['Ann "Annie" Lee', 'a']],
    ['"Lee, Ann "Annie"",a', ['Lee, Ann "Annie"', 'a']],
    ['"Ann \\"Annie, B\\" Lee",a', ['Ann "Annie, B" Lee', 'a']],
    ['"Ann\\"', ['Ann\\']],
    ['="Ann",a', ['="Ann"', 'a']],
  ])('reads the misplaced quotes of %s', async (record, cells) => {
    expect(await read(record)).toEqual([cells]);
  });

  it('takes linear time for any of them', () => {
    for (const part of ['"', '" ', '\\"', '"",', 'a"b,']) {
      expectLinear((size) => misquotedCells(`"${part.repeat(size)}`, ','));
    }
  });

  it('reads a long record like a short one, among others', async () => {
    const long = 'ä"\n,'.repeat(20_000);
    const record = `"${long.replaceAll('"', '""')}",x`;
    expect(await read('a', record, `${record}"`, 'b,c')).toEqual([['a'], [long, 'x'], null, ['b', 'c']]);
  });

  it('returns nothing for no records', async () => {
    expect(await read()).toEqual([]);
  });
});
