import { docxOf, packed } from '../../test/support/zip-bytes';
import { readDocx } from './read-docx';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const paragraph = (text: string, properties = '', run = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:rPr>${run}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const style = (id: string, name: string, more = ''): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`;
const item = (text: string, list: number, level = 0): string =>
  paragraph(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);
const level = (at: number, format: string, start = 1): string =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/></w:lvl>`;
/** List 1 begins at 3; list 2 is of the same kind and begins anew; list 3 has no numbers. */
const NUMBERING = `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', 3)}${level(1, 'lowerLetter')}</w:abstractNum>
  <w:abstractNum w:abstractNumId="1">${level(0, 'bullet')}</w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
  <w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>
  <w:num w:numId="3"><w:abstractNumId w:val="1"/></w:num>`;

/** Each block of a document with the headings above it. */
async function shown(body: string, styles = '', counted = ''): Promise<string[]> {
  const relation = (name: string): string =>
    `<Relationship Id="${name}" Type="${RELATIONS}/${name}" Target="${name}${counted}.xml"/>`;
  const bytes = docxOf(packed(`<w:document ${W}><w:body>${body}</w:body></w:document>`), {
    'word/_rels/document.xml.rels': packed(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('styles')}${relation('numbering')}</Relationships>`,
    ),
    [`word/styles${counted}.xml`]: packed(`<w:styles ${W}>${styles}</w:styles>`),
    [`word/numbering${counted}.xml`]: packed(`<w:numbering ${W}>${NUMBERING}</w:numbering>`),
  });
  const { text, blocks } = await readDocx(bytes);
  return blocks.map(({ headings, start, end }) => `${headings.join(' > ')}: ${text.slice(start, end)}`);
}

describe('headings of Word documents', () => {
  it.each([
    [
      'a style with a name of another language',
      '<w:pStyle w:val="berschrift1"/>',
      style('berschrift1', 'Überschrift 1'),
    ],
    [
      'a style with an outline level',
      '<w:pStyle w:val="Mine"/>',
      style('Mine', 'Mine', '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>'),
    ],
    [
      'a style that goes on from one of a heading',
      '<w:pStyle w:val="Mine"/>',
      style('H1', 'heading 1') + style('Mine', 'Mine', '<w:basedOn w:val="H1"/>'),
    ],
    ['an outline level of its own', '<w:outlineLvl w:val="0"/>', ''],
  ])('by %s', async (_what, properties, styles) => {
    const body = `${paragraph('Fees', properties)}${paragraph('Ten.')}`;
    expect(await shown(body, styles)).toEqual(['Fees: Ten.']);
  });

  it('not by styles that go on from each other without end', async () => {
    const styles = style('A', 'A', '<w:basedOn w:val="B"/>') + style('B', 'B', '<w:basedOn w:val="A"/>');
    expect(await shown(paragraph('Fees', '<w:pStyle w:val="A"/>'), styles)).toEqual([': Fees']);
  });

  it('nor by an outline level that they had before', async () => {
    const former = '<w:pPrChange w:id="1"><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:pPrChange>';
    expect(await shown(paragraph('Fees', former))).toEqual([': Fees']);
  });
});

it('items have the numbers that a reader sees', async () => {
  const body = [
    item('One', 1),
    item('Deep', 1, 1),
    paragraph('Between.'),
    item('Two', 1),
    item('Deep', 1, 1),
    item('New', 2),
    item('Next', 2),
    item('Sign', 3),
  ];
  expect(await shown(body.join(''))).toEqual([
    ': 3. One',
    ': 1. Deep',
    ': Between.',
    ': 4. Two',
    ': 1. Deep',
    ': 1. New',
    ': 2. Next',
    ': - Sign',
  ]);
});

it('headings and items are found where Word in a browser has counted its parts', async () => {
  const styles = style('Mine', 'Mine', '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>');
  const body = `${paragraph('Fees', '<w:pStyle w:val="Mine"/>')}${item('One', 1)}`;
  expect(await shown(body, styles, '2')).toEqual(['Fees: 3. One']);
});

it('lists of contents, and what waits to be filled in, are no text', async () => {
  const styles = `${style('TOC1', 'toc 1')}<w:style w:type="character" w:styleId="P"><w:name w:val="Placeholder Text"/></w:style>`;
  const body = `${paragraph('Fees 3', '<w:pStyle w:val="TOC1"/>')}${paragraph('Click here.', '', '<w:rStyle w:val="P"/>')}${paragraph('Ten.')}`;
  expect(await shown(body, styles)).toEqual([': Ten.']);
});

it('a price that is struck through is no text, however long', async () => {
  const body = `<w:p><w:r><w:rPr><w:strike/></w:rPr><w:t>${'Old. '.repeat(100)}</w:t></w:r><w:r><w:t>15 €</w:t></w:r></w:p>`;
  expect(await shown(body)).toEqual([': 15 €']);
});
