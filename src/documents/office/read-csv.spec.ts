import { readCsv } from './read-csv';

/** Each block with the names of its columns. */
function shown(csv: string): string[] {
  const { text, blocks } = readCsv(Buffer.from(csv));
  return blocks.map(({ columns = [], start, end }) => `${columns.join(', ')}: ${text.slice(start, end)}`);
}

it.each<[string, string, string[]]>([
  [
    'within a cell',
    'Name,Note\nA,"x, ""y"""\nB,"one\ntwo"\nC,5" pipe\n',
    ['Name, Note: A | x, "y"', 'Name, Note: B | one\ntwo', 'Name, Note: C | 5" pipe'],
  ],
  ['behind spaces', 'Name, Note\nA, "x, y"\n', ['Name, Note: A | x, y']],
  ['without an end', 'Name,Note\nA,"x\nB,y\n', ['Name, Note: A | "x', 'Name, Note: B | y']],
])('a table is read by its rows with quotes %s', (_where, csv, rows) => {
  expect(shown(csv)).toEqual(rows);
});
