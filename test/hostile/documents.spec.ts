import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Compute } from '../../src/common/compute/compute';
import { SourceIndexing } from '../../src/sources/source-indexing';
import { DOCX, PDF } from '../../src/sources/source.types';
import { anAccount } from '../factories/account';
import { anAgent } from '../factories/agent';
import { aCredential } from '../factories/credential';
import { aSource } from '../factories/source';
import { aWorkspace } from '../factories/workspace';
import { type Parley, startParley } from '../support/parley';
import { pdfStream, rawPdf } from '../support/pdf-bytes';
import { docxOf, MEBIBYTE, packed, packedSpaces } from '../support/zip-bytes';

/** The worst of these once blocked all requests for 15 to 44 seconds. */
const LONGEST_STALL_MS = 1_500;

const html = (text: string) => file('text/html', text);
const markdown = (text: string) => file('text/markdown', text);
const text = (content: string) => ({ type: 'text', content });
const file = (mediaType: string, content: string) => ({
  type: 'file',
  mediaType,
  contentBase64: Buffer.from(content).toString('base64'),
});
const numbered = (count: number, piece: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => piece(n)).join('');
const base26 = (n: number): string => (n < 26 ? '' : base26(Math.floor(n / 26))) + String.fromCharCode(97 + (n % 26));

const bytes = (mediaType: string, content: Buffer) => ({
  type: 'file',
  mediaType,
  contentBase64: content.toString('base64'),
});
/** A PDF of so many page trees that each lists the next ten times. */
const pagesOfPages = (levels: number) =>
  rawPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    ...Array.from(
      { length: levels },
      (_, n) => `<</Type/Pages/Count ${10 ** (levels - n)}/Kids[${`${n + 3} 0 R `.repeat(10)}]>>`,
    ),
    '<</Type/Page/MediaBox[0 0 100 100]>>',
  ]);
const manyPages = (count: number) =>
  rawPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${count}/Kids[${numbered(count, (n) => `${n + 3} 0 R `)}]>>`,
    ...Array.from({ length: count }, () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'),
  ]);
/** A page that draws a form, which draws the next ten times, and so on; the last one writes. */
const formsOfForms = (levels: number) =>
  rawPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R/Resources<</XObject<</F 6 0 R>>>>>>',
    pdfStream('/F Do'),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...Array.from({ length: levels }, (_, n) =>
      pdfStream(
        '/F Do '.repeat(10),
        `/Type/XObject/Subtype/Form/BBox[0 0 100 100]/Resources<</XObject<</F ${n + 7} 0 R>>>>`,
      ),
    ),
    pdfStream(
      'BT /T 9 Tf (zebra) Tj ET',
      '/Type/XObject/Subtype/Form/BBox[0 0 100 100]/Resources<</Font<</T 5 0 R>>>>',
    ),
  ]);
/** An outline of entries that are each other's children and neighbours. */
const circularOutline = () =>
  rawPdf([
    '<</Type/Catalog/Pages 2 0 R/Outlines 6 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R/Resources<</Font<</T 5 0 R>>>>>>',
    pdfStream('BT /T 9 Tf 10 50 Td (zebra) Tj ET'),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    '<</Type/Outlines/First 7 0 R/Last 8 0 R/Count 2>>',
    '<</Title(gnu)/First 8 0 R/Last 7 0 R/Next 8 0 R/Parent 6 0 R>>',
    '<</Title(yak)/First 7 0 R/Last 8 0 R/Next 7 0 R/Parent 7 0 R>>',
  ]);
const entities = Array.from({ length: 12 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('');
const laughs = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY e0 "ha">${entities}]><w:document
  xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&e12;</w:t></w:r></w:p></w:body></w:document>`;

/** A document that shows an image: `blip` names the relation, which leads to it. */
const showing = (blip: string, target: string, parts: Parameters<typeof docxOf>[1] = {}) => {
  const names = 'http://schemas.openxmlformats.org';
  const document = `<w:document xmlns:w="${names}/wordprocessingml/2006/main" xmlns:a="${names}/drawingml/2006/main"
    xmlns:wp="${names}/drawingml/2006/wordprocessingDrawing" xmlns:pic="${names}/drawingml/2006/picture"
    xmlns:r="${names}/officeDocument/2006/relationships"><w:body><w:p><w:r><w:t>Zebras.</w:t></w:r><w:r><w:drawing><wp:inline>
    <a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip ${blip}="image"/></pic:blipFill></pic:pic></a:graphicData></a:graphic>
    </wp:inline></w:drawing></w:r></w:p></w:body></w:document>`;
  const relations = `<Relationships xmlns="${names}/package/2006/relationships"><Relationship Id="image"
    Type="${names}/officeDocument/2006/relationships/image" ${target}/></Relationships>`;
  return docxOf(packed(document), { 'word/_rels/document.xml.rels': packed(relations), ...parts });
};
const illustrated = (mebibytes: number) => {
  const image = { packed: packedSpaces(mebibytes), size: mebibytes * MEBIBYTE.length };
  return showing('r:embed', 'Target="media/image.png"', { 'word/media/image.png': image });
};
const linking = (address: string) => showing('r:link', `Target="${address}" TargetMode="External"`);

/** PDF and Word documents, whose size says nothing of what they hold. */
const FILES: readonly [string, () => { type: string }, RegExp][] = [
  ['a billion pages', () => bytes(PDF, pagesOfPages(9)), /^(?:too_large|parse_error)$/],
  ['more pages than are read', () => bytes(PDF, manyPages(5_001)), /^too_large$/],
  [
    'pages that are their own parents',
    () => bytes(PDF, rawPdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 3/Kids[2 0 R 2 0 R]>>'])),
    /^(?:parse_error|empty)$/,
  ],
  ['an outline without end', () => bytes(PDF, circularOutline()), /^ready$/],
  ['a billion entities', () => bytes(DOCX, docxOf(packed(laughs))), /^(?:parse_error|empty)$/],
  ['an image that is a file without end', () => bytes(DOCX, linking('file:///dev/zero')), /^ready$/],
  ['XML that nests without end', () => bytes(DOCX, docxOf(packed('<w:p>'.repeat(2_000)))), /^(?:parse_error|empty)$/],
];
/** The same, where it takes the bounds of the process. */
const BOMBS: readonly [string, () => { type: string }, string][] = [
  [
    'a gibibyte in a PDF',
    () =>
      bytes(
        PDF,
        rawPdf([
          '<</Type/Catalog/Pages 2 0 R>>',
          '<</Type/Pages/Count 1/Kids[3 0 R]>>',
          '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>',
          pdfStream(Buffer.concat([Buffer.from([0x78, 0x9c]), packedSpaces(600)]), '/Filter/FlateDecode'),
        ]),
      ),
    'too_large, too much memory',
  ],
  [
    'a gibibyte in a Word document',
    () => bytes(DOCX, docxOf({ packed: packedSpaces(600), size: 600 * MEBIBYTE.length })),
    'too_large, too much memory',
  ],
  ['a gibibyte in an image, which is not read', () => bytes(DOCX, illustrated(600)), 'ready'],
  ['forms that draw forms', () => bytes(PDF, formsOfForms(9)), 'parse_error, too long'],
];

/** What each is made of, and how it ends. */
const DOCUMENTS: readonly [string, { type: string }, string][] = [
  ['text where a table allows none', html(`<table>${'a<br>'.repeat(156_000)}`), 'ready'],
  ['a hundred thousand attributes', html(`<p${numbered(100_000, (n) => ` a${n}`)}>x`), 'parse_error'],
  ['attributes for <body>, again and again', html(numbered(45_000, (n) => `<body a${n}>`)), 'empty'],
  ['three hundred thousand empty items', markdown('-\n'.repeat(300_000)), 'empty'],
  ['three hundred thousand empty headings', markdown('#\n'.repeat(300_000)), 'too_large'],
  ['quoted empty lines', markdown('>\n'.repeat(150_000)), 'empty'],
  ['lists that end at each line', markdown('* a\n+ b\n'.repeat(80_000)), 'too_large'],
  [
    'formatting that is opened again for each paragraph',
    html(`<p>${numbered(400, (n) => `<b a=${n}>`)}${'<p>x'.repeat(80_000)}`),
    'too_large',
  ],
  ['elements that nest without end', html('<div>'.repeat(150_000)), 'parse_error'],
  [
    'a long heading above many paragraphs',
    html(`<h1>${'heading '.repeat(40_000)}</h1>${'<p>b'.repeat(80_000)}`),
    'ready',
  ],
  [
    'a long heading above many others',
    html(`<h1>${'heading '.repeat(30_000)}</h1>${numbered(3_000, (n) => `<h2>${base26(n)}</h2><p>b`)}`),
    'ready',
  ],
  ['more headings than passages are kept', markdown('# a\nb\n# c\nd\n'.repeat(12_000)), 'too_large'],
  ['one line of initials', text('A. '.repeat(100_000)), 'ready'],
  ['fences that are never closed', text('``` a\n'.repeat(60_000)), 'ready'],
  ['a hundred and fifty thousand paragraphs in an item', markdown(`- a\n${'\n  b\n'.repeat(150_000)}`), 'ready'],
  ['one word without end', text('a'.repeat(1_000_000)), 'ready'],
  ['forty thousand different words', text(numbered(40_000, (n) => `${base26(n)} `)), 'ready'],
];

let parley: Parley;
let owner: { secret: string };
let agent: { id: string; workspaceId: string };
let other: { path: string; token: string };

async function tenant(settings?: Record<string, string>): Promise<void> {
  parley = await startParley(settings ? { settings } : {});
  owner = await aCredential(parley, await anAccount(parley));
  agent = await anAgent(parley, await aWorkspace(parley, owner), owner);
  const stranger = await aCredential(parley, await anAccount(parley));
  other = { path: `/workspaces/${(await aWorkspace(parley, stranger)).id}/agents`, token: stranger.secret };
}

/** The status, or why it failed: by the reader, or by what its process used too much of. */
async function outcomeOf(id: string): Promise<string> {
  const path = `/workspaces/${agent.workspaceId}/agents/${agent.id}/sources/${id}`;
  const { failure, status } = (await parley.call('GET', path, { token: owner.secret })).body;
  if (!failure) return status;
  const [bound] = /too long|too much memory/.exec(failure.message as string) ?? [];
  return bound ? `${failure.class}, ${bound}` : failure.class;
}

/** Calls as another tenant until the work is done; how long one of them waited at most, and how long nothing ran. */
async function beside(work: Promise<unknown>): Promise<{ calls: number; stallMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  let done = false;
  let calls = 0;
  void work.finally(() => (done = true)).catch(() => undefined);
  while (!done) {
    const replies = await Promise.all([
      parley.call('GET', '/health/live'),
      parley.call('GET', other.path, { token: other.token }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    calls += 1;
  }
  delay.disable();
  await work;
  return { calls, stallMs: delay.max / 1e6 };
}

describe('documents made to be hard to read', () => {
  beforeAll(() => tenant());
  afterAll(() => parley.stop());

  const some = process.env['EVERY_DOCUMENT'] ? DOCUMENTS : DOCUMENTS.filter((_, n) => n % 3 === 0);
  it.each(some)('%s: no other request waits', async (_made, source, outcome) => {
    const { id } = await aSource(parley, agent, owner, source);
    const { calls, stallMs } = await beside(parley.drain());
    expect(await outcomeOf(id)).toBe(outcome);
    expect(calls).toBeGreaterThan(0);
    expect(stallMs).toBeLessThan(LONGEST_STALL_MS);
  });

  it.each(FILES)('%s: no other request waits', async (_made, source, outcome) => {
    const { id } = await aSource(parley, agent, owner, source());
    const { calls, stallMs } = await beside(parley.drain());
    expect(await outcomeOf(id)).toMatch(outcome);
    expect(calls).toBeGreaterThan(0);
    expect(stallMs).toBeLessThan(LONGEST_STALL_MS);
  });

  it('a name of many words counts for each passage', async () => {
    const name = numbered(85, (n) => `${base26(n + 26)} `).trim();
    const paragraphs = numbered(6_500, (n) => `# ${base26(n)}\nb\n`);
    const { id } = await aSource(parley, agent, owner, { ...markdown(paragraphs), name });
    await parley.drain();
    expect(await outcomeOf(id)).toBe('too_large');
  });

  it('a long document keeps its worker’s lease', async () => {
    const { id } = await aSource(parley, agent, owner);
    const compute = parley.get(Compute);
    const session = compute.session.bind(compute);
    const spy = jest.spyOn(compute, 'session').mockImplementationOnce((script, work) =>
      session({ path: require.resolve('../fixtures/compute-tasks') }, async (task) => {
        await (task as never as { spin(milliseconds: number): Promise<string> }).spin(6_500);
        return work(task);
      }).catch(() => session(script, work)),
    );
    const claim = await parley.get(SourceIndexing).queue.claim();
    const indexing = parley.get(SourceIndexing).queue.process(claim!);
    await parley.database.query(`UPDATE knowledge_sources SET lease_ends_at = now() - interval '1 s' WHERE id = $1`, [
      id,
    ]);
    await beside(new Promise((resolve) => setTimeout(resolve, 6_000)));
    expect(await outcomeOf(id)).toBe('processing');
    expect(await parley.get(SourceIndexing).queue.claim()).toBeNull();
    await indexing;
    spy.mockRestore();
    expect(await outcomeOf(id)).toBe('ready');
  });
});

describe('bounds', () => {
  afterEach(() => parley.stop());

  it('memory: a document that fills it fails, the service goes on, and so does the next document', async () => {
    await tenant({ COMPUTE_MEMORY_MB: '64' });
    const { id } = await aSource(parley, agent, owner, html('<p>a'.repeat(190_000)));
    const next = await aSource(parley, agent, owner);
    const { stallMs } = await beside(parley.drain());
    expect([await outcomeOf(id), await outcomeOf(next.id)]).toEqual(['too_large, too much memory', 'ready']);
    expect(stallMs).toBeLessThan(LONGEST_STALL_MS);
  });

  it('memory and time: what unpacks to more than it says, and what draws itself', async () => {
    await tenant({ COMPUTE_MEMORY_MB: '64', COMPUTE_TIMEOUT_MS: '15000' });
    for (const [made, source, outcome] of BOMBS) {
      const { id } = await aSource(parley, agent, owner, source());
      const { stallMs } = await beside(parley.drain());
      expect([made, await outcomeOf(id)]).toEqual([made, outcome]);
      expect(stallMs).toBeLessThan(LONGEST_STALL_MS);
    }
  });

  it('time: a document that takes longer fails, and so does the next document not', async () => {
    await tenant({ COMPUTE_TIMEOUT_MS: '100' });
    const { id } = await aSource(parley, agent, owner, markdown(`# ${'['.repeat(480)}\n`.repeat(1_500)));
    const { stallMs } = await beside(parley.drain());
    expect(await outcomeOf(id)).toBe('parse_error, too long');
    expect(stallMs).toBeLessThan(LONGEST_STALL_MS);
  });
});
