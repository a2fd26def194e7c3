import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import { embedStyleMap } from 'mammoth';
import { deflateRawSync } from 'node:zlib';
import { DOCX, PDF } from '../../src/sources/source.types';
import { SourceDesk } from '../factories/source-fixtures';
import { aPdf } from '../support/pdf-bytes';
import { WebServer } from '../support/web-server';
import { zipOf } from '../support/zip-bytes';

const CARE =
  'Zebras graze all day and half of the night. They need fresh grass and a lot of water in the dry months of summer.';

let desk: SourceDesk;
beforeAll(async () => {
  desk = await SourceDesk.start();
});
afterAll(() => desk.parley.stop());

async function added(mediaType: string, bytes: Buffer) {
  const body = { type: 'file', name: 'Handbook', mediaType, contentBase64: bytes.toString('base64') };
  const { id } = (await desk.call('POST', '', body)).body;
  await desk.drain();
  const { status, failure } = await desk.read(id);
  return { id: id as string, status, failure, text: await desk.text(id) };
}
const passages = async (id: string): Promise<{ heading: string; body: string; structure: { blocks: Block[] } }[]> =>
  desk.parley.database.query(
    'SELECT heading, body, structure FROM knowledge_chunks WHERE source_id = $1 ORDER BY ordinal',
    [id],
  );
interface Block {
  kind: string;
  start: number;
  end: number;
  number?: number;
  columns?: string[];
}
/** Each block of a source, as what it is and what it says. */
async function blocksOf(id: string): Promise<unknown[]> {
  return (await passages(id)).flatMap(({ body, structure }) =>
    structure.blocks.map(({ kind, start, end, columns }) => [
      kind,
      body.slice(start, end),
      ...(columns ? [columns] : []),
    ]),
  );
}

describe('a PDF', () => {
  const handbook = () =>
    aPdf((pdf) => {
      pdf.font('Times-Roman').fontSize(24).text('Zebra handbook');
      pdf.fontSize(16).text('Care').moveDown(0.5);
      pdf.fontSize(11).text(CARE, { width: 300 }).moveDown();
      pdf.text('A zebra is washed with luke-', { lineBreak: false }).text('', 72, pdf.y + 13);
      pdf.text('warm water.').moveDown();
      pdf.text('To wash one:').moveDown(0.4);
      pdf
        .text('1. Fetch water.')
        .text('2. Wash the stripes, all of them, from the head')
        .text('    to the tail.', 85)
        .text('3. Dry them.', 72)
        .moveDown();
      pdf.fontSize(16).text('Prices').moveDown(0.5).fontSize(11);
      pdf.table({
        data: [
          ['Plan', 'Price'],
          ['Basic', '9 euros'],
          ['Herd', '99 euros for as many zebras as there are in all of the savanna'],
        ],
        columnStyles: [90, 120],
      });
      pdf.font('Courier').moveDown().text('zebra wash', 72).text('  --all');
      for (const place of ['north', 'south'])
        pdf.addPage().font('Times-Roman').text(`Zebras of the ${place} are rare.`);
      for (let page = 0; page < 3; page += 1) {
        pdf.switchToPage(page);
        pdf.page.margins.bottom = 0;
        pdf.fontSize(9).text('Zebra Inc., confidential', 72, 30, { lineBreak: false });
        pdf.text(`Chapter ${page + 7} | ${page + 1}`, 300, 770, { lineBreak: false });
      }
    });

  it('is read into headings, paragraphs, items, rows and code, without what stands on each page', async () => {
    const { id, status, failure, text } = await added(PDF, await handbook());
    expect([status, failure]).toEqual(['ready', null]);
    expect(await blocksOf(id)).toEqual([
      ['paragraph', CARE],
      ['paragraph', 'A zebra is washed with lukewarm water.'],
      ['paragraph', 'To wash one:'],
      ['item', '1. Fetch water.'],
      ['item', '2. Wash the stripes, all of them, from the head to the tail.'],
      ['item', '3. Dry them.'],
      ['row', 'Basic | 9 euros', ['Plan', 'Price']],
      ['row', 'Herd | 99 euros for as many zebras as there are in all of the savanna', ['Plan', 'Price']],
      ['code', 'zebra wash\n  --all'],
      ['paragraph', 'Zebras of the north are rare.'],
      ['paragraph', 'Zebras of the south are rare.'],
    ]);
    const headings = (await passages(id)).map(({ heading }) => heading);
    expect([...new Set(headings)]).toEqual(['Zebra handbook > Care', 'Zebra handbook > Prices']);
    expect(text).not.toMatch(/confidential|Chapter/);
  });

  it('is cited by exact offsets into the text that was read of it', async () => {
    const { id, text } = await added(PDF, await handbook());
    const search = `/workspaces/${desk.agent.workspaceId}/agents/${desk.agent.id}/knowledge/search`;
    const { body } = await desk.parley.call('POST', search, { token: desk.admin.secret, body: { query: 'north' } });
    const found = body.results.find((result: { sourceId: string }) => result.sourceId === id);
    expect(text!.slice(found.start, found.end)).toBe(found.text);
    expect(found.text).toContain('Zebras of the north are rare.');
  });

  it('has the headings that its outline names, however long that is, and two columns one after the other', async () => {
    const pdf = await aPdf((of) => {
      of.outline.addItem('Feeding').addItem('In winter');
      for (let chapter = 1; chapter <= 2_000; chapter += 1) of.outline.addItem(`Chapter ${chapter}`);
      of.fontSize(11).text('Feeding').moveDown().text('Zebras eat grass.').moveDown();
      of.text('In winter').moveDown();
      const { y } = of;
      const lines = (name: string) =>
        Array.from({ length: 12 }, (_, n) => `${name} column, line ${n} goes on`).join(' ');
      of.text(lines('left'), 72, y, { width: 200 }).text(lines('right'), 320, y, { width: 200 });
    });
    const { id } = await added(PDF, pdf);
    const before = await passages(id);
    expect(before.map(({ heading }) => heading)).toEqual(['Feeding', 'Feeding > In winter']);
    expect(before[1]!.body).toMatch(/left column, line 11 goes on\s+right column, line 0/);
  });

  it.each([
    ['empty', /OCR/, () => aPdf((pdf) => void pdf.rect(72, 72, 300, 300).fill('black'))],
    ['unsupported_type', /password/, () => aPdf((pdf) => void pdf.text('Zebras.'), { userPassword: 'stripes' })],
    ['unsupported_type', /no PDF/, () => Promise.resolve(Buffer.from('Zebras graze.'))],
    [
      'parse_error',
      /^The PDF is damaged and cannot be read\. Open it in another program and save it again\.$/,
      async () => Buffer.from('%PDF-1.7\nbut nothing else'),
    ],
  ])('fails with %s and says why (%s)', async (failureClass, message, pdf) => {
    const { status, failure } = await added(PDF, await pdf());
    expect([status, failure?.class]).toEqual(['failed', failureClass]);
    expect(failure?.message).toMatch(message);
  });

  it('is read without a password where only changing it takes one', async () => {
    const pdf = await aPdf((of) => void of.text('Zebras graze.'), { ownerPassword: 'stripes' });
    expect((await added(PDF, pdf)).text).toBe('Zebras graze.');
  });

  it('that lies at an address is read as well', async () => {
    const site = await WebServer.start();
    const body = await aPdf((pdf) => void pdf.text('Quaggas are extinct.'));
    site.pages.set('/quagga.pdf', { body, headers: { 'content-type': PDF } });
    const { id, status, mediaType } = await desk.added('url', `${site.url}/quagga.pdf`);
    await site.stop();
    expect([status, mediaType, await desk.text(id)]).toEqual(['ready', PDF, 'Quaggas are extinct.']);
  });
});

describe('a Word document', () => {
  const cell = (text: string) => new TableCell({ children: [new Paragraph(text)] });
  const handbook = () =>
    Packer.toBuffer(
      new Document({
        sections: [
          {
            children: [
              new Paragraph({ text: 'Zebra handbook', heading: HeadingLevel.TITLE }),
              new Paragraph({ text: 'Care', heading: HeadingLevel.HEADING_2 }),
              new Paragraph(CARE),
              new Paragraph('They like:'),
              new Paragraph({ text: 'Hay', bullet: { level: 0 } }),
              new Paragraph({ text: 'Carrots', bullet: { level: 0 } }),
              new Paragraph({ text: 'Prices', heading: HeadingLevel.HEADING_2 }),
              new Table({
                rows: [
                  ['Plan', 'Price'],
                  ['Basic', '9 euros'],
                ].map((texts) => new TableRow({ children: texts.map(cell) })),
              }),
            ],
          },
        ],
      }),
    );

  it('is read into headings, paragraphs, items and rows', async () => {
    const { id, status, failure } = await added(DOCX, await handbook());
    expect([status, failure]).toEqual(['ready', null]);
    expect(await blocksOf(id)).toEqual([
      ['paragraph', CARE],
      ['paragraph', 'They like:'],
      ['item', '- Hay'],
      ['item', '- Carrots'],
      ['row', 'Basic | 9 euros', ['Plan', 'Price']],
    ]);
    const headings = (await passages(id)).map(({ heading }) => heading);
    expect(headings).toEqual(['Zebra handbook > Care', 'Zebra handbook > Prices']);
  });

  it('gives the value of a merged cell to all rows and columns that the cell spans', async () => {
    const merged = (text: string, of: object) => new TableCell({ children: [new Paragraph(text)], ...of });
    const rows = [
      [merged('Zone', { rowSpan: 2 }), merged('Parcel', { columnSpan: 2 })],
      [cell('Small'), cell('Large')],
      [merged('North', { rowSpan: 2 }), cell('5 euros'), cell('9 euros')],
      [merged('6 euros', { columnSpan: 2 })],
    ].map((children) => new TableRow({ children }));
    const { id } = await added(
      DOCX,
      await Packer.toBuffer(new Document({ sections: [{ children: [new Table({ rows })] }] })),
    );
    const columns = ['Zone', 'Parcel – Small', 'Parcel – Large'];
    expect(await blocksOf(id)).toEqual([
      ['row', 'North | 5 euros | 9 euros', columns],
      ['row', 'North | 6 euros | 6 euros', columns],
    ]);
  });

  it('is read in the same way, regardless of its own entity definitions', async () => {
    const rules = "p[style-name='Heading 2'] => p:fresh\np => pre:fresh\ntable => div:fresh";
    const withRules = await embedStyleMap({ buffer: await handbook() }, rules);
    const [own, plain] = [await added(DOCX, withRules.toBuffer()), await added(DOCX, await handbook())];
    expect(own.status).toBe('ready');
    expect(own.text).toBe(plain.text);
    expect(await blocksOf(own.id)).toEqual(await blocksOf(plain.id));
  });

  const DAMAGED = /^The Word document is damaged and cannot be read\. Open it in Word and save it again\.$/;
  const xml = Buffer.from('<w:document><w:body></w:p>');
  const BROKEN_XML = { packed: deflateRawSync(xml), size: xml.length };
  it.each([
    ['unsupported_type', /old format|password/, Buffer.from('d0cf11e0a1b11ae1000000', 'hex')],
    ['unsupported_type', /no Word document/, Buffer.from('PK\x03\x04 a spreadsheet', 'latin1')],
    ['unsupported_type', /no Word document/, Buffer.from('Zebras graze.')],
    ['parse_error', DAMAGED, Buffer.from('PK\x03\x04 word/ and nothing else', 'latin1')],
    ['parse_error', DAMAGED, zipOf({ 'word/document.xml': BROKEN_XML })],
  ])('fails with %s and says why (%s)', async (failureClass, message, bytes) => {
    const { status, failure } = await added(DOCX, bytes);
    expect([status, failure?.class]).toEqual(['failed', failureClass]);
    expect(failure?.message).toMatch(message);
  });
});
