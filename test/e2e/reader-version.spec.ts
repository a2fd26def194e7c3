import { createHash } from 'node:crypto';
import { Document, HeadingLevel, Packer, Paragraph } from 'docx';
import { Compute } from '../../src/common/compute/compute';
import { READER_VERSION } from '../../src/sources/reader-version';
import type { StoredSource } from '../../src/sources/source-reading';
import { SOURCE_READING } from '../../src/sources/source-reading.script';
import { DOCX, PDF } from '../../src/sources/source.types';
import { type Parley, startParley } from '../support/parley';
import { aPdf } from '../support/pdf-bytes';

const MARKDOWN = `---
title: Zebras
---
Zebras graze. They are half-wild and need *fresh* grass.

## Care
To wash one:

1. Fetch water.
2. Wash the [stripes](/stripes).
   - All of them.

\`\`\`sh
zebra wash --all
\`\`\`

:::note[In winter]
Keep it warm.
:::

| Plan | Price |
| ---- | ----- |
| Herd | 9 € |

**May dogs come along?**

On a lead.
`;
const PAGE = `<head><title>Zebras</title><link rel="canonical" href="/zebras"></head><nav><a href="/">Home</a></nav><main>
  <h1>Zebras</h1><p>They <b>graze</b>.</p><h2 id="care">Care</h2><ul><li>Water<li>Grass</ul><pre>zebra wash</pre>
  <dl><dt>Foal<dd>A young one.</dl><table><tr><th>Plan<th>Price<tr><td>Herd<td>9 €</table></main><footer>Contact</footer>`;
const PAIRS = JSON.stringify([{ question: 'Do zebras swim?', answer: 'Yes.\n\nAcross rivers.' }]);

/** One of each kind. */
async function documents(): Promise<[Partial<StoredSource>, Buffer][]> {
  const docx = new Document({
    sections: [
      {
        children: [
          new Paragraph({ text: 'Care', heading: HeadingLevel.HEADING_1 }),
          new Paragraph('Zebras graze.'),
          new Paragraph({ text: 'Hay', bullet: { level: 0 } }),
        ],
      },
    ],
  });
  const pdf = await aPdf((of) => {
    of.fontSize(24).text('Care').moveDown().fontSize(11).text('Zebras graze all day and half of the night.').moveDown();
    of.text('1. Fetch water.').text('2. Wash the stripes.').moveDown().font('Courier').text('zebra wash --all');
  });
  const url = 'https://example.com/zebras';
  return [
    [{ type: 'text' }, Buffer.from('Zebras graze.\n\nCARE\n\n- Water\n- Grass\n')],
    [{ type: 'qna' }, Buffer.from(PAIRS)],
    [{ type: 'file', mediaType: 'text/markdown' }, Buffer.from(MARKDOWN)],
    [{ type: 'file', mediaType: 'text/html' }, Buffer.from(PAGE)],
    [{ type: 'url', mediaType: 'text/html', url, isNamedByPage: true }, Buffer.from(PAGE)],
    [{ type: 'file', mediaType: DOCX }, await Packer.toBuffer(docx)],
    [{ type: 'file', mediaType: PDF }, pdf],
  ];
}

let parley: Parley;
beforeAll(async () => {
  parley = await startParley();
});
afterAll(() => parley.stop());

/** All that is written of a source, by a stemmer that leaves words as they are. */
function readingOf(source: Partial<StoredSource>, content: Buffer): Promise<unknown[]> {
  const sourceFields = {
    name: 'Handbook',
    isNamedByPage: false,
    type: 'text',
    mediaType: null,
    charset: null,
    url: null,
  };
  return parley.get(Compute).session(SOURCE_READING, async (reading) => {
    await reading.take(content);
    const read = await reading.read({ ...sourceFields, ...source } as StoredSource);
    for (let words = await reading.words(); words !== null; words = await reading.words()) await reading.learn(words);
    return [read, await reading.whole()];
  });
}

it('sources of every kind are read as the version of the reader says', async () => {
  const readings = [];
  for (const [source, content] of await documents()) readings.push(await readingOf(source, content));
  expect(readings.map(([, whole]) => whole)).not.toContain(null);
  const fingerprint = createHash('sha256').update(JSON.stringify(readings)).digest('hex').slice(0, 16);
  // Another fingerprint means that sources are read otherwise than before. Add one to READER_VERSION, so that those of
  // all workspaces are indexed again, and write the new fingerprint here.
  expect({ version: READER_VERSION, fingerprint }).toEqual({ version: 9, fingerprint: 'a6c771a02be196a7' });
});
