import fc from 'fast-check';
import { CHUNK_LIMIT, chunkDocument } from './chunk-document';
import { ReadableDocument } from './document.types';
import { readHtml } from './html/read-html';
import { readMarkdown } from './read-markdown';
import { readQna } from './read-qna';
import { readText } from './read-text';
import { expectLinear } from '../../test/support/growth';

const bodies = (document: ReadableDocument) => chunkDocument(document).map(({ heading, body }) => [heading, body]);

describe('reading', () => {
  it('text: keeps it as it came and replaces what cannot be stored one for one', () => {
    const text = 'One.\r\n\r\nTwo\0\uD800.';
    expect(readText(text).text).toHaveLength(text.length);
    expect(bodies(readText('One.\r\n\r\nTwo.'))).toEqual([['', 'One.\r\n\r\nTwo.']]);
  });

  it.each(['\n', '\r\n'])(
    'text: code between fences and tables are blocks of their own, with lines that end in %j',
    (end) => {
      const text = [
        'Run:',
        '```sh',
        'npm install',
        '',
        'npm start',
        '```',
        'Plans:',
        '| Plan | Price |',
        '|---|--:|',
        '| Pro | 9 € |',
        'Free | 0 €',
        '',
        '1. One',
        '2. Two',
      ].join(end);
      const { blocks } = readText(text);
      expect(blocks.map(({ kind, group, start, end: to }) => [kind, group, text.slice(start, to)])).toEqual([
        ['paragraph', undefined, 'Run:'],
        ['code', undefined, ['```sh', 'npm install', '', 'npm start', '```'].join(end)],
        ['paragraph', undefined, 'Plans:'],
        ['row', 1, '| Pro | 9 € |'],
        ['row', 1, 'Free | 0 €'],
        ['item', 2, '1. One'],
        ['item', 2, '2. Two'],
      ]);
      expect(blocks[1]).toMatchObject({ language: 'sh' });
      expect(blocks[3]).toMatchObject({ columns: ['Plan', 'Price'], opens: text.indexOf('| Plan') });
    },
  );

  it.each([
    'A fence ``` in a line, and one that nothing closes:\n```\na',
    'Either a | b\nor c | d',
    '| a | b |\n|---|\n| c | d |',
    '| a | b |\n|---|---|',
  ])('text: %j is what it was', (text) => {
    expect(readText(text).blocks.map(({ kind }) => kind)).toEqual(['paragraph']);
  });

  it('qna: the question heads its answer', () => {
    const document = readQna([
      { question: 'Do you ship abroad?', answer: 'Yes, to 40 countries.' },
      { question: 'Refunds?', answer: 'Within 30 days.' },
    ]);
    expect(bodies(document)).toEqual([
      ['Do you ship abroad?', 'Yes, to 40 countries.'],
      ['Refunds?', 'Within 30 days.'],
    ]);
  });

  it('Markdown: offsets are those of the file, headings are above', () => {
    const markdown =
      '---\na: b\n---\n# Guide\n\nIntro.\n\n## Keys\n\n1. Open **Settings**\n2. Click\n\n```sh\nrun\n\nnow\n```\n';
    const document = readMarkdown(markdown);
    expect(document).toMatchObject({ text: markdown, title: 'Guide' });
    expect(bodies(document)).toEqual([
      ['Guide', 'Intro.'],
      ['Guide > Keys', '1. Open **Settings**\n2. Click\n\n```sh\nrun\n\nnow\n```'],
    ]);
  });

  it('HTML: what a reader sees', () => {
    const html =
      '<title>Help</title><nav>Menu</nav><h1>Plans</h1><p>Two&nbsp;plans:\n <b>Free</b> and Pro.</p><ul><li>Free<li>Pro</ul>' +
      '<script>x()</script><table><tr><td>Pro<td>9 €</table><pre>a\n  b</pre>';
    const document = readHtml(html);
    expect(document.title).toBe('Help');
    expect(document.text).toBe('Plans\n\nTwo plans: Free and Pro.\n- Free\n- Pro\n\nPro | 9 €\n\na\n  b');
    expect(bodies(document)[0]?.[0]).toBe('Plans');
  });

  it('HTML: refuses nesting that no page has, of any size', () => {
    expect(readHtml(`${'<div>'.repeat(500)}deep`).text).toBe('deep');
    for (const tag of ['<div>', '<template>', '<b>']) {
      expect(() => readHtml(`${tag.repeat(150_000)}deep`)).toThrow('nest deeper than 512 levels');
    }
  });
});

describe('chunkDocument', () => {
  const readers = [readText, readMarkdown, readHtml];
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\n\n', '. ', '# ', '- ', '```\n', '|-|\n', '<p>', '🎈'),
  );

  it('gives exact offsets, in order, within bounds, for any input', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.constantFrom(...readers), (pieces, reader) => {
        const document = reader(pieces.join(''));
        let end = 0;
        for (const chunk of chunkDocument(document)) {
          expect(document.text.slice(chunk.start, chunk.end)).toBe(chunk.body);
          expect(chunk.start).toBeGreaterThanOrEqual(end);
          expect(chunk.body.length).toBeLessThanOrEqual(CHUNK_LIMIT);
          end = chunk.end;
        }
      }),
      { numRuns: 300 },
    );
  });

  it('leaves a paragraph whole that is no longer than a passage may be', () => {
    const paragraph = 'A sentence of some words. '.repeat(65).trim();
    const others = 'Some words before. '.repeat(20).trim();
    const text = `${others}\n\n${paragraph}\n\n${others}`;
    expect(chunkDocument(readText(text)).map(({ body }) => body)).toEqual([others, paragraph, others]);
  });

  it('cuts endless paragraphs and words, never inside a surrogate pair', () => {
    const text = `${'A sentence of some words. '.repeat(200)}\n\n${'🎈'.repeat(4000)}x`;
    const chunks = chunkDocument(readText(text));
    expect(chunks.length).toBeGreaterThan(5);
    for (const { body } of chunks) {
      expect(body.length).toBeLessThanOrEqual(CHUNK_LIMIT);
      expect(body).not.toMatch(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/);
    }
  });

  it.each([
    [readMarkdown, 'Dr. '],
    [readMarkdown, '[![*_`'],
    [readMarkdown, '\n- '],
    [readMarkdown, '```\n~~~ '],
    [readHtml, 'a<br>'],
    [readHtml, '<b>x</b>'],
    [readText, '\u00a0'],
    [readText, '\r\n> '],
    [readText, '\n```js\n~~~ x'],
    [readText, '\n| a | b\n|-|-\n'],
  ])('takes no longer than nonsense without end is (%p, %j)', (reader, nonsense) => {
    expectLinear((size) => {
      const document = reader(`a ${nonsense.repeat(size)} b`);
      for (const { start, end, body } of chunkDocument(document)) expect(document.text.slice(start, end)).toBe(body);
    });
  });

  it('finds the sentences of a block of any length where it finds those of a short one', () => {
    const sentence = 'Mr. Smith, e.g. of the U.S. branch, signs every form twice. ';
    const bodies = chunkDocument(readText(sentence.repeat(2000))).map(({ body }) => body);
    expect(bodies.every((body) => body.startsWith('Mr. Smith') && body.endsWith('twice.'))).toBe(true);
  });
});
