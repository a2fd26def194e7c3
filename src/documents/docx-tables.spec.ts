import { docxOf, packed } from '../../test/support/zip-bytes';
import { readDocx } from './read-docx';

const NAME = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const cell = (text: string, properties = ''): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
const row = (...cells: string[]): string =>
  `<w:tr>${cells.map((one) => (one.startsWith('<') ? one : cell(one))).join('')}</w:tr>`;

/** Each row with the names of its columns. */
async function rowsOf(...rows: string[]): Promise<string[]> {
  const document = `<w:document ${NAME}><w:body><w:tbl>${rows.join('')}</w:tbl></w:body></w:document>`;
  const { text, blocks } = await readDocx(docxOf(packed(document)));
  return blocks.map(({ columns = [], start, end }) => `${columns.join(', ')}: ${text.slice(start, end)}`);
}

describe('the first rows of a table name its columns', () => {
  it.each<[string, string[], string[]]>([
    ['above an empty corner', [row('', 'Basic', 'Pro'), row('Price', '5', '9')], [', Basic, Pro: Price | 5 | 9']],
    [
      'above and below groups',
      [row('Plan', cell('Price', '<w:gridSpan w:val="2"/>')), row('', 'Month', 'Year'), row('Basic', '5', '50')],
      ['Plan, Price – Month, Price – Year: Basic | 5 | 50'],
    ],
    ['as years', [row('Plan', '2025', '2026'), row('Basic', '5 €', '6 €')], ['Plan, 2025, 2026: Basic | 5 € | 6 €']],
    [
      'with numbers in them',
      [row('Weight', 'Zone 1', 'Zone 2'), row('up to 5 kg', '5 €', '€ 9')],
      ['Weight, Zone 1, Zone 2: up to 5 kg | 5 € | € 9'],
    ],
  ])('%s', async (_what, rows, expected) => {
    expect(await rowsOf(...rows)).toEqual(expected);
  });

  it.each<[string, string[]]>([
    ['values of names', [row('Address', 'Street 5'), row('Phone', '0731')]],
    ['numbers of years', [row('Founded', '1990'), row('Staff', '250')]],
    ['values like those below', [row('Ann', 'Room 5', 'Floor 2'), row('Bob', 'Room 7', 'Floor 3')]],
    ['mostly empty', [row('Note', '', ''), row('Basic', '5', '9')]],
  ])('but %s do not', async (_what, rows) => {
    const shown = await rowsOf(...rows);
    expect(shown).toHaveLength(2);
    for (const one of shown) expect(one).toMatch(/^[, ]*: /);
  });
});
