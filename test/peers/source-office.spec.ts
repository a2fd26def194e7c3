import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CSV, DOCX, PPTX, XLSX } from '../../src/sources/source.types';
import { aKey } from '../factories/key';
import { SourceDesk } from '../factories/source-fixtures';
import { pptxOf, rowXml, shapeXml, xlsxOf } from '../support/office-bytes';
import { WebServer } from '../support/web-server';
import { MEBIBYTE, packed, packedSpaces } from '../support/zip-bytes';

const fixture = (name: string): Buffer => readFileSync(path.join(__dirname, '../fixtures/files', name));

let desk: SourceDesk;
beforeAll(async () => {
  desk = await SourceDesk.start();
});
afterAll(() => desk.parley.stop());
beforeEach(async () => {
  desk = await SourceDesk.open(desk.parley);
});

async function added(mediaType: string, content: Buffer | string) {
  const contentBase64 = Buffer.from(content).toString('base64');
  const { id } = (await desk.call('POST', '', { type: 'file', name: 'File', mediaType, contentBase64 })).body;
  await desk.drain();
  const { status, failure } = await desk.read(id);
  return { id: id as string, status, failure };
}

/** Each block: the headings above it, what it says, and what its columns are called. */
async function shown(mediaType: string, content: Buffer | string): Promise<string[]> {
  const { id, status, failure } = await added(mediaType, content);
  expect([status, failure]).toEqual(['ready', null]);
  const chunks: {
    heading: string;
    body: string;
    structure: { blocks: { start: number; end: number; columns?: string[] }[] };
  }[] = await desk.parley.database.query(
    'SELECT heading, body, structure FROM knowledge_chunks WHERE source_id = $1 ORDER BY ordinal',
    [id],
  );
  return chunks.flatMap(({ heading, body, structure }) =>
    structure.blocks.map(
      ({ start, end, columns }) =>
        `${heading}: ${body.slice(start, end)}${columns?.length ? ` [${columns.join(', ')}]` : ''}`,
    ),
  );
}

async function answerTo(message: string): Promise<string> {
  const { secret } = await aKey(desk.parley, { id: desk.agent.workspaceId });
  const chat = `/workspaces/${desk.agent.workspaceId}/agents/${desk.agent.id}/chat`;
  const { body } = await desk.parley.call('POST', chat, { token: secret, body: { message } });
  return body.outcome === 'answered' ? (body.message.content as string) : `(${body.outcome})`;
}
const sheet = (...rows: Parameters<typeof rowXml>[1][]): string =>
  `<sheetData>${rows.map((cells, at) => (cells.length === 0 ? '' : rowXml(at + 1, cells))).join('')}</sheetData>`;
const xlsx = (xml: string, formats?: string[]): Buffer => xlsxOf([{ name: 'Sheet1', xml }], formats);

it.each([
  [CSV, 'list.csv'],
  [XLSX, 'list.xlsx'],
  [PPTX, 'slides.pptx'],
])('%s: where the depot is', async (mediaType, name) => {
  expect((await added(mediaType, fixture(name))).status).toBe('ready');
  expect(await answerTo('Where is the depot?')).toBe('The depot is in Lyon.');
});

describe('CSV', () => {
  it.each<[string, Buffer | string, string[]]>([
    ['semicolons', 'Zone;Fee\nNorth;5,50\n', [': North | 5,50 [Zone, Fee]']],
    ['tabs', 'Zone\tFee\nNorth\t5\n', [': North | 5 [Zone, Fee]']],
    ['sep=', 'sep=|\r\nZone|Fee\r\nNorth|5\r\n', [': North | 5 [Zone, Fee]']],
    [
      'quotes, line breaks and separators in cells',
      'Zone,Fee\n"North, or\nSouth","5 | 6"\n',
      [': North, or\nSouth | 5 / 6 [Zone, Fee]'],
    ],
    [
      'quotes that follow no rule',
      'Size,Fee\n5" tent,9\nno "quote,8\n',
      [': 5" tent | 9 [Size, Fee]', ': no "quote | 8 [Size, Fee]'],
    ],
    ['windows-1252', Buffer.from('Zone,Fee\nC\xf4te,5 \x80\n', 'latin1'), [': Côte | 5 € [Zone, Fee]']],
    ['UTF-16 with a mark', Buffer.from('\uFEFFZone\tFee\nNorth\t5\n', 'utf16le'), [': North | 5 [Zone, Fee]']],
    ['empty cells', 'Zone,Small,Large\nNorth,,9\n', [': North | 9 [Zone, Large, Small]']],
    [
      'questions in German, with a category',
      'Kategorie;Frage;Antwort\nTeam;Wer hilft?;Wir.\n',
      ['Wer hilft?: Wir.', 'Wer hilft?: Kategorie: Team'],
    ],
    ['questions without a header', 'Who helps?,We do.\nWhere?,In Lyon.\n', ['Who helps?: We do.', 'Where?: In Lyon.']],
    [
      'answers of paragraphs',
      'Question,Answer\nWho helps?,"We do.\n\nAll day."\n',
      ['Who helps?: We do.', 'Who helps?: All day.'],
    ],
    [
      'a title and two tables',
      'Fees of 2026\n\nZone,Fee\nNorth,5\n\nSize,Days\nHuge,3\n',
      [': Fees of 2026', ': North | 5 [Zone, Fee]', ': Huge | 3 [Size, Days]'],
    ],
    ['no header', 'North,5\nSouth,6\n', [': North | 5', ': South | 6']],
    ['years as columns', 'Zone,2025,2026\nNorth,5,6\n', [': North | 5 | 6 [Zone, 2025, 2026]']],
    ['HTML', 'Zone,Fee\n<b>North</b>,<script>5</script>\n', [': <b>North</b> | <script>5</script> [Zone, Fee]']],
  ])('%s', async (_what, content, expected) => {
    expect(await shown(CSV, content)).toEqual(expected);
  });

  it('answers from a row by the names of its columns', async () => {
    await added(CSV, 'Zone,Delivery fee\nNorth,5 EUR\nSouth,18 EUR\n');
    expect(await answerTo('What is the delivery fee for South?')).toContain('Zone: South; Delivery fee: 18 EUR');
  });
});

describe('a workbook', () => {
  const FORMATS = ['#,##0.00 "€"', '0%', 'yyyy-mm-dd', '[$$-409]#,##0'];
  it.each<[string, Buffer, string[]]>([
    [
      'numbers as it shows them',
      xlsx(
        sheet(
          ['What', 'Value'],
          ['Tent', [1249.5, 1]],
          ['Tax', [0.19, 2]],
          ['From', [45_000, 3]],
          ['Bag', [49, 4]],
          ['Sum', 0.30000000000000004],
        ),
        FORMATS,
      ),
      [
        ': Tent | 1,249.50 € [What, Value]',
        ': Tax | 19% [What, Value]',
        ': From | 2023-03-15 [What, Value]',
        ': Bag | $49 [What, Value]',
        ': Sum | 0.3 [What, Value]',
      ],
    ],
    [
      'merged cells and two header rows',
      xlsx(
        `${sheet(['Zone', 'Parcel', null], [null, 'Small', 'Large'], ['North', 5, 9], [null, 6, null])}<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/><mergeCell ref="A3:A4"/><mergeCell ref="B4:C4"/></mergeCells>`,
      ),
      [
        ': North | 5 | 9 [Zone, Parcel – Small, Parcel – Large]',
        ': North | 6 | 6 [Zone, Parcel – Small, Parcel – Large]',
      ],
    ],
    [
      'several sheets, and none that is hidden',
      xlsxOf([
        { name: 'Fees', xml: sheet(['Zone', 'Fee'], ['North', 5]) },
        { name: 'Internal', xml: sheet(['Cost', 'x'], ['North', 1]), state: 'hidden' },
        { name: 'Very', xml: sheet(['x']), state: 'veryHidden' },
        { name: 'Days', xml: sheet(['Zone', 'Days'], ['North', 2]) },
      ]),
      ['Fees: North | 5 [Zone, Fee]', 'Days: North | 2 [Zone, Days]'],
    ],
    [
      'no hidden rows or columns',
      xlsx(
        `<cols><col min="2" max="2" hidden="1"/></cols><sheetData>${rowXml(1, ['Zone', 'Cost', 'Fee'])}${rowXml(2, ['North', 1, 5])}${rowXml(3, ['Secret', 1, 5], 'hidden="1"')}</sheetData>`,
      ),
      [': North | 5 [Zone, Fee]'],
    ],
    [
      'values of formulas, truths and errors',
      xlsx(
        '<sheetData><row><c t="inlineStr"><is><t>Zone</t></is></c><c t="inlineStr"><is><t>Open</t></is></c><c t="inlineStr"><is><t>Fee</t></is></c></row><row><c t="str"><f>A1</f><v>North</v></c><c t="b"><v>1</v></c><c t="e"><v>#REF!</v></c></row></sheetData>',
      ),
      [': North | TRUE [Zone, Open, Fee]'],
    ],
    [
      'tables that empty rows separate',
      xlsx(sheet(['Fees'], [], ['Zone', 'Fee'], ['North', 5], [], ['All fees include taxes.'])),
      [': Fees', ': North | 5 [Zone, Fee]', ': All fees include taxes.'],
    ],
    ['a title above a table', xlsx(sheet(['Fees'], ['Zone', 'Fee'], ['North', 5])), ['Fees: North | 5 [Zone, Fee]']],
    [
      'rich text without its reading',
      xlsxOf([{ name: 'Sheet1', xml: '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData>' }], [], {
        'xl/sharedStrings.xml': packed(
          '<sst><si><r><t>Open </t></r><r><t>daily.</t></r><rPh><t>no</t></rPh></si></sst>',
        ),
      }),
      [': Open daily.'],
    ],
  ])('%s', async (_what, content, expected) => {
    expect(await shown(XLSX, content)).toEqual(expected);
  });
});

describe('a presentation', () => {
  const table =
    '<p:graphicFrame><a:graphic><a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>Zone</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>Fee</a:t></a:r></a:p></a:txBody></a:tc></a:tr><a:tr><a:tc gridSpan="2"><a:txBody><a:p><a:r><a:t>5 EUR</a:t></a:r></a:p></a:txBody></a:tc><a:tc hMerge="1"><a:txBody><a:p/></a:txBody></a:tc></a:tr><a:tr><a:tc><a:txBody><a:p><a:r><a:t>North</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>6 EUR</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></a:graphic></p:graphicFrame>';
  it.each<[string, Buffer, string[]]>([
    [
      'slides under their titles, lists by levels',
      pptxOf([
        shapeXml(['Refunds'], 'title') + shapeXml(['Within 30 days', [1, 'By card'], 'In full'], 'body'),
        shapeXml(['We ship daily.']) + shapeXml(['Shipping'], 'ctrTitle'),
      ]),
      ['Refunds: - Within 30 days', 'Refunds: - By card', 'Refunds: - In full', 'Shipping: We ship daily.'],
    ],
    [
      'no hidden slide or shape, no footer',
      pptxOf(
        [
          shapeXml(['Fees'], 'title') +
            shapeXml(['5 euros.']) +
            shapeXml(['Not this.'], undefined, 'hidden="1"') +
            shapeXml(['7'], 'sldNum') +
            shapeXml(['Acme Inc.'], 'ftr'),
          shapeXml(['Internal'], 'title') + shapeXml(['Secret.']),
        ],
        [1],
      ),
      ['Fees: 5 euros.'],
    ],
    [
      'a slide without a title',
      pptxOf([shapeXml(['Refunds'], 'title') + shapeXml(['Fast.']), table]),
      ['Refunds: Fast.', 'Slide 2: 5 EUR', 'Slide 2 > 5 EUR: North | 6 EUR [Zone, Fee]'],
    ],
    [
      'what older programs show is not read twice',
      pptxOf([
        shapeXml(['A'], 'title') +
          `<mc:AlternateContent xmlns:mc="m"><mc:Choice>${shapeXml(['New.'])}</mc:Choice><mc:Fallback>${shapeXml(['Old.'])}</mc:Fallback></mc:AlternateContent>`,
      ]),
      ['A: New.'],
    ],
    [
      'no speaker notes',
      pptxOf([shapeXml(['A'], 'title') + shapeXml(['B.'])], [], {
        'ppt/notesSlides/notesSlide1.xml': packed('<p:notes><a:t>Secret</a:t></p:notes>'),
      }),
      ['A: B.'],
    ],
  ])('%s', async (_what, content, expected) => {
    expect(await shown(PPTX, content)).toEqual(expected);
  });
});

describe('AsciiDoc', () => {
  it('is read into sections, notes, lists, tables and code, and includes nothing', async () => {
    const text =
      '= Tents\n:limit: 30\n\nWe sell tents.\n\n== Returns\n\nNOTE: Within {limit} days.\n\n// internal\n\n* Dry\n* Clean\n\n|===\n|Zone |Fee\n\n|North |5\n|===\n\n----\nrun\n----\n\ninclude::/etc/passwd[]\n';
    expect(await shown('text/asciidoc', text)).toEqual([
      'Tents: We sell tents.',
      'Tents > Returns: Within 30 days.',
      'Tents > Returns: - Dry',
      'Tents > Returns: - Clean',
      'Tents > Returns: North | 5 [Zone, Fee]',
      'Tents > Returns: run',
    ]);
  });
});

describe('at an address', () => {
  it.each([
    ['/a', CSV, CSV],
    ['/a.csv', 'text/plain', CSV],
    ['/a.csv', 'application/vnd.ms-excel', CSV],
    ['/a.tsv', 'text/tab-separated-values', CSV],
    ['/a.adoc', 'text/plain', 'text/asciidoc'],
    ['/a', 'text/x-asciidoc', 'text/asciidoc'],
  ])('%s as %s is read', async (at, type, mediaType) => {
    const site = await WebServer.start();
    site.pages.set(at, { headers: { 'content-type': type }, body: 'Question,Answer\nWhere?,In Lyon.\n' });
    expect(await desk.added('url', site.url + at)).toMatchObject({ status: 'ready', mediaType });
    await site.stop();
  });

  it.each([
    ['/a.rst', 'text/plain', /reStructuredText.*Markdown or HTML/],
    ['/a', 'text/x-rst', /reStructuredText/],
    ['/a.xls', 'application/vnd.ms-excel', /XLS\. Save the file as XLSX or CSV/],
    ['/a', 'application/vnd.oasis.opendocument.text', /ODT\. Save the file as DOCX or PDF/],
    ['/a.bin', 'application/octet-stream', /something other than HTML, .* XLSX or PPTX/],
  ])('%s as %s is refused by its name', async (at, type, message) => {
    const site = await WebServer.start();
    site.pages.set(at, { headers: { 'content-type': type }, body: 'Title\n=====\n' });
    const { failure } = await desk.added('url', site.url + at);
    await site.stop();
    expect(failure).toMatchObject({ class: 'unsupported_type', message: expect.stringMatching(message) });
  });

  it('400 for a file of such a format, with what to do', async () => {
    const body = { type: 'file', name: 'a', mediaType: 'text/x-rst', contentBase64: 'YQ==' };
    const reply = await desk.call('POST', '', body);
    expect(reply.status).toBe(400);
    expect(JSON.stringify(reply.body)).toMatch(/\/mediaType.*reStructuredText/);
  });
});

describe('hostile', () => {
  const cells = (count: number): string =>
    `<row r="1">${'<c t="b"><v>1</v></c>'.repeat(900)}</row>`.repeat(Math.ceil(count / 900));
  const bomb = { packed: packedSpaces(200), size: 200 * MEBIBYTE.length };
  it.each<[string, string, Buffer | string, RegExp]>([
    [
      'more cells than are read',
      XLSX,
      xlsx(
        `<sheetData>${Array.from({ length: 500 }, (_, n) => cells(900).replace('r="1"', `r="${n + 1}"`)).join('')}</sheetData>`,
      ),
      /^too_large$/,
    ],
    ['a part that unpacks to much', XLSX, xlsxOf([], [], { 'xl/sharedStrings.xml': bomb }), /^too_large$/],
    [
      'a part that unpacks to more than it says',
      XLSX,
      xlsxOf([], [], { 'xl/sharedStrings.xml': { ...bomb, size: 10 } }),
      /^(?:parse_error|empty|too_large)$/,
    ],
    ['a slide that unpacks to much', PPTX, pptxOf([], [], { 'ppt/slides/slide9.xml': bomb }), /^too_large$/],
    [
      'an image that unpacks to much, which is not read',
      PPTX,
      pptxOf([shapeXml(['A'], 'title') + shapeXml(['B.'])], [], { 'ppt/media/image.png': bomb }),
      /^ready$/,
    ],
    [
      'one string in very many cells',
      XLSX,
      xlsxOf([{ name: 'a', xml: `<sheetData>${'<row><c t="s"><v>0</v></c></row>'.repeat(50_000)}</sheetData>` }], [], {
        'xl/sharedStrings.xml': packed(`<sst><si><t>${'long '.repeat(10_000)}</t></si></sst>`),
      }),
      /^too_large$/,
    ],
    [
      'merged cells without end',
      XLSX,
      xlsx(
        `${sheet(['a', 'b'], ['c', 'd'])}<mergeCells>${'<mergeCell ref="A2:XFD1048576"/>'.repeat(30_000)}</mergeCells>`,
      ),
      /^ready$/,
    ],
    [
      'entities',
      XLSX,
      xlsxOf([], [], {
        'xl/sharedStrings.xml': packed(
          '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c SYSTEM "file:///etc/passwd">]><sst><si><t>&c;</t></si></sst>',
        ),
      }),
      /^parse_error$/,
    ],
    ['XML that nests without end', PPTX, pptxOf(['<p:grpSp>'.repeat(50_000)]), /^parse_error$/],
    [
      'slides that are one',
      PPTX,
      pptxOf([shapeXml(['A'], 'title') + shapeXml(['B.'])]).subarray(0, 300),
      /^parse_error|unsupported_type$/,
    ],
    ['a Word document', XLSX, Buffer.from('PK\x03\x04 word/document.xml', 'latin1'), /^unsupported_type$/],
    ['an old workbook', XLSX, Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), /^unsupported_type$/],
    ['a format without end', XLSX, xlsx(sheet(['A', 'B'], ['x', [5, 1]]), ['#,'.repeat(50_000)]), /^ready$/],
    ['commas', CSV, ','.repeat(700_000), /^too_large$/],
    ['quotes', CSV, '"'.repeat(500_001), /^(?:ready|empty)$/],
    [
      'AsciiDoc attributes within each other',
      'text/asciidoc',
      `:a: x\n${Array.from({ length: 200 }, () => ':a: {a}{a}{a}{a}\n').join('')}\n{a}\n`,
      /^ready$/,
    ],
    [
      'AsciiDoc blocks within each other',
      'text/asciidoc',
      Array.from({ length: 400 }, (_, n) => '='.repeat(n + 4)).join('\n'),
      /^(?:ready|empty|parse_error)$/,
    ],
  ])('%s', async (_what, mediaType, content, outcome) => {
    const { status, failure } = await added(mediaType, content);
    expect(failure?.class ?? status).toMatch(outcome);
  });

  it('no container of one format is read as another', async () => {
    expect((await added(DOCX, fixture('list.xlsx'))).failure?.class).toBe('unsupported_type');
    expect((await added(PPTX, fixture('list.xlsx'))).failure?.class).toBe('unsupported_type');
  });
});
