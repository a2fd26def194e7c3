import { rowXml, xlsxOf } from '../../../test/support/office-bytes';
import { packed } from '../../../test/support/zip-bytes';
import { readXlsx } from './read-xlsx';

const sheet = (rows: string, around = ''): Parameters<typeof xlsxOf>[0] => [
  { name: 'Sheet1', xml: `${around}<sheetData>${rows}</sheetData>` },
];
const inline = (place: string, runs: string): string => `<c r="${place}" t="inlineStr"><is>${runs}</is></c>`;

/** Each block with the names of its columns. */
function shown(bytes: Buffer): string[] {
  const { text, blocks } = readXlsx(bytes);
  return blocks.map(({ columns = [], start, end }) => `${columns.join(', ')}: ${text.slice(start, end)}`);
}

describe('what a reader of a sheet sees', () => {
  it.each<[string, () => Buffer, string[]]>([
    [
      'dates that name columns',
      () => xlsxOf(sheet(rowXml(1, ['Region', [45_000, 1], [45_031, 1]]) + rowXml(2, ['EU', 5, 6])), ['mmm yy']),
      ['Region, Mar 23, Apr 23: EU | 5 | 6'],
    ],
    [
      'dates that are values',
      () => xlsxOf(sheet(rowXml(1, ['Acme', [45_000, 1]]) + rowXml(2, ['Bolt', [45_031, 1]])), ['mmm yy']),
      [': Acme | Mar 23', ': Bolt | Apr 23'],
    ],
    [
      'names with values beside them',
      () => xlsxOf(sheet(rowXml(1, ['Customer:', 'Acme']) + rowXml(2, ['City:', 'Ulm']))),
      [': Customer: | Acme', ': City: | Ulm'],
    ],
    [
      'a column that asks',
      () => xlsxOf(sheet(rowXml(1, ['Plan', 'Included?']) + rowXml(2, ['Pro', 'yes']))),
      ['Plan, Included?: Pro | yes'],
    ],
    [
      'names that are ranges of numbers',
      () => xlsxOf(sheet(rowXml(1, ['Weight', '0-5', '10+']) + rowXml(2, ['DE', 5, 9]))),
      ['Weight, 0-5, 10+: DE | 5 | 9'],
    ],
    [
      'rows that go on behind an empty one',
      () => xlsxOf(sheet(rowXml(1, ['Item', 'Price']) + rowXml(2, ['Tea', 2]) + rowXml(4, ['Soup', 5]))),
      ['Item, Price: Tea | 2', 'Item, Price: Soup | 5'],
    ],
    [
      'rows of another table behind an empty one',
      () =>
        xlsxOf(
          sheet(
            rowXml(1, ['Item', 'Price']) +
              rowXml(2, ['Tea', 2]) +
              rowXml(4, ['Customer:', 5]) +
              rowXml(6, ['a', 'b', 7]) +
              rowXml(8, ['2026-01', '-']),
          ),
        ),
      ['Item, Price: Tea | 2', ': Customer: | 5', ': a | b | 7', ': 2026-01 | -'],
    ],
    [
      'titles beside each other',
      () =>
        xlsxOf(
          sheet(
            rowXml(1, ['Prices', null, 'Valid from May']) +
              rowXml(2, ['Plan', 'Month', 'Year']) +
              rowXml(3, ['Pro', 5, 50]),
          ),
        ),
      [': Valid from May', 'Plan, Month, Year: Pro | 5 | 50'],
    ],
    [
      'tables beside each other, with titles',
      () =>
        xlsxOf(
          sheet(
            rowXml(1, ['Prices', null, null, 'Shops']) +
              rowXml(2, ['Plan', 'Price', null, 'City', 'Phone']) +
              rowXml(3, ['Pro', 9, null, 'Ulm', '0731']) +
              rowXml(4, [null, null, null, 'Bonn', '0228']),
          ),
        ),
      ['Plan, Price: Pro | 9', 'City, Phone: Ulm | 0731', 'City, Phone: Bonn | 0228'],
    ],
    [
      'tables beside each other, with the same names',
      () =>
        xlsxOf(
          sheet(
            rowXml(1, ['Plan', 'Price', null, 'Plan', 'Price']) +
              rowXml(2, ['Pro', 9, null, 'Max', 19]) +
              rowXml(3, ['Team', 12]),
          ),
        ),
      ['Plan, Price: Pro | 9', 'Plan, Price: Team | 12', 'Plan, Price: Max | 19'],
    ],
    [
      'one table with an empty column',
      () =>
        xlsxOf(
          sheet(
            rowXml(1, ['Name', 'City', null, 'Email', 'Phone']) +
              rowXml(2, ['Ann', 'Ulm', null, 'a@x.example', '0731']),
          ),
        ),
      ['Name, City, Email, Phone: Ann | Ulm | a@x.example | 0731'],
    ],
    [
      'a remark below a table',
      () =>
        xlsxOf(sheet(rowXml(1, ['Plan', 'Price']) + rowXml(2, ['Pro', 9]) + rowXml(3, ['All prices without taxes.']))),
      ['Plan, Price: Pro | 9', ': All prices without taxes.'],
    ],
    [
      'no column or row without a size',
      () =>
        xlsxOf(
          sheet(
            rowXml(1, ['A', 'B', 'C']) + rowXml(2, ['x', 'secret', 'y']) + rowXml(3, ['h', 'h', 'h'], 'ht="0"'),
            '<cols><col min="2" max="2" width="0"/></cols>',
          ),
        ),
      ['A, C: x | y'],
    ],
    [
      'no number that its format hides',
      () => xlsxOf(sheet(rowXml(1, ['A', 'B']) + rowXml(2, ['x', [5, 1]])), [';;;']),
      ['A, B: x'],
    ],
    [
      'no words that are struck through',
      () =>
        xlsxOf(
          sheet(
            `<row r="1">${inline('A1', '<t>Plan</t>')}${inline('B1', '<t>Price</t>')}</row><row r="2">${inline('A2', '<t>Pro</t>')}${inline('B2', '<r><rPr><strike/></rPr><t>20 €</t></r><r><t xml:space="preserve"> 15 €</t></r>')}</row>`,
          ),
        ),
      ['Plan, Price: Pro | 15 €'],
    ],
    [
      'characters that are written as their codes',
      () => xlsxOf(sheet(rowXml(1, ['Plan', 'Note']) + rowXml(2, ['Pro', 'a_x000D_\nb']))),
      ['Plan, Note: Pro | a\nb'],
    ],
    [
      'dates of strict files',
      () =>
        xlsxOf(
          sheet(
            `${rowXml(1, ['Plan', 'From'])}<row r="2">${inline('A2', '<t>Pro</t>')}<c r="B2" t="d"><v>2026-03-01T00:00:00</v></c></row>`,
          ),
        ),
      ['Plan, From: Pro | 2026-03-01'],
    ],
  ])('%s', (_what, bytes, blocks) => {
    expect(shown(bytes())).toEqual(blocks);
  });

  it('no cells and shared strings that are struck through', () => {
    const bytes = xlsxOf(
      sheet(
        `${rowXml(1, ['Plan', 'Price', 'Now'])}<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" s="1"><v>20</v></c><c r="C2"><v>15</v></c></row>`,
      ),
      [],
      {
        'xl/styles.xml': packed(
          '<styleSheet><fonts><font/><font><strike/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs></styleSheet>',
        ),
        'xl/sharedStrings.xml': packed(
          '<sst><si><r><rPr><strike/></rPr><t>Old </t></r><r><rPr><strike val="0"/></rPr><t>Pro</t></r></si></sst>',
        ),
      },
    );
    expect(shown(bytes)).toEqual(['Plan, Now, Price: Pro | 15']);
  });
});
