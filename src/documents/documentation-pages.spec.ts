import fc from 'fast-check';
import { chunkDocument } from './chunk-document';
import { readHtml } from './html/read-html';
import { readMarkdown } from './read-markdown';
import { readText } from './read-text';

const blocks = (markdown: string) => {
  const { text, blocks: found } = readMarkdown(markdown);
  return found.map(({ kind, headings, start, end }) => [kind, headings.join(' > '), text.slice(start, end)]);
};

describe('pages as documentation sites write them', () => {
  it('front matter names the page, and is not shown', () => {
    const page = readMarkdown('---\nid: x\ntitle: "Backups"\n---\n\nText.\n\n## Restore\n\nMore.');
    expect(page.title).toBe('Backups');
    expect(page.blocks.map(({ headings }) => headings)).toEqual([['Backups'], ['Backups', 'Restore']]);
  });

  it('notes and tabs: their markers are not shown, their titles head what stands in them', () => {
    expect(
      blocks(
        '# Install\n\n:::note\nFor all.\n:::\n\n:::tip[On Linux]\nUse apt.\n:::\n\n!!! warning "Old versions"\n    Not these.\n\n' +
          '=== "Windows"\n\n    ```ps1\n    run\n    ```\n\nAfter.',
      ),
    ).toEqual([
      ['paragraph', 'Install', 'For all.'],
      ['paragraph', 'Install > On Linux', 'Use apt.'],
      ['paragraph', 'Install > Old versions', 'Not these.'],
      ['code', 'Install > Windows', '```ps1\n    run\n    ```'],
      ['paragraph', 'Install', 'After.'],
    ]);
  });

  it('components, imports, templates and comments are not shown', () => {
    expect(
      blocks(
        'import Tabs from \'@theme/Tabs\';\n\n<Tabs>\n<TabItem value="mac" label="macOS">\n\nUse brew.\n\n</TabItem>\n</Tabs>\n\n' +
          '<!-- nobody\nreads this -->\n{% include x.md %}\n\n<Card\n  title="x"\n  href="/y"\n/>\n\n<details>\n<summary>Why?</summary>\n\nBecause.\n\n</details>\n\nEnd.',
      ),
    ).toEqual([
      ['paragraph', 'macOS', 'Use brew.'],
      ['paragraph', 'Why?', 'Because.'],
      ['paragraph', '', 'End.'],
    ]);
  });

  it.each(['{{#include file.rs:2:5}}', '{{#title My page}}', '*[HTML]: a language', '%% to do %%'])(
    'nor is %s',
    (line) => {
      expect(blocks(`# A\n\n${line}\n\nText with {{name}}.`)).toEqual([['paragraph', 'A', 'Text with {{name}}.']]);
    },
  );

  it('a line of strong words heads what follows', () => {
    expect(blocks('## FAQ\n\n**Is it free?**\n\nYes.\n\n## Next\n\nText.')).toEqual([
      ['paragraph', 'FAQ > Is it free?', 'Yes.'],
      ['paragraph', 'Next', 'Text.'],
    ]);
  });

  it('a question heads its answer: in an item with more than itself, or after Q:', () => {
    const list =
      '# FAQ\n\n- **Q.** _May dogs come along?_\n\n  **A.** On a lead.\n\n  - on deck\n- Is there\n\n  no mark?\n';
    expect(blocks(list)).toEqual([
      ['paragraph', 'FAQ > May dogs come along?', '**A.** On a lead.'],
      ['item', 'FAQ > May dogs come along?', '- on deck'],
      ['item', 'FAQ', '- Is there'],
      ['paragraph', 'FAQ', 'no mark?'],
    ]);
    expect(
      blocks(
        '1. Have you paid?\n2. Where is it?\n   ```sh\n   ls\n   ```\n3. Done.\n\n**Q: And cats?**\n\nNo.\n\nQ: Birds,\nthen?\n\nA: Yes.',
      ),
    ).toEqual([
      ['item', '', '1. Have you paid?'],
      ['code', 'Where is it?', '```sh\n   ls\n   ```'],
      ['item', '', '3. Done.'],
      ['paragraph', 'And cats?', 'No.'],
      ['paragraph', 'Birds, then?', 'A: Yes.'],
    ]);
    expect(
      blocks('A question? This paragraph has one.\n\nIs it a heading?\n\nNo.').map(([, heading]) => heading),
    ).toEqual(['', '', '']);
  });

  it('tables know their columns, lists their numbers and depth', () => {
    const { blocks: found } = readMarkdown('| A | `B` |\n|-|-|\n| 1 | 2 |\n\n3. x\n   - y\n4. z\n');
    expect(found).toMatchObject([
      { kind: 'row', columns: ['A', 'B'], opens: 0 },
      { kind: 'item', number: 3, depth: 0 },
      { kind: 'item', depth: 1 },
      { kind: 'item', number: 4, depth: 0 },
    ]);
    expect(new Set(found.slice(1).map(({ group }) => group)).size).toBe(1);
  });

  it('HTML has the same blocks', () => {
    const { blocks: found } = readHtml(
      '<ol><li><p>One</p></li><li>Two</li></ol><table><tr><th>Plan<th>Price</tr><tr><td><p>Pro</p><td>9</table><pre>x</pre>',
    );
    expect(found).toMatchObject([
      { kind: 'item', number: 1 },
      { kind: 'item', number: 2 },
      { kind: 'row', columns: ['Plan', 'Price'] },
      { kind: 'code' },
    ]);
  });

  it('typed lists are lists', () => {
    expect(readText('You need:\n- a\n- b\n\n1) c').blocks.map(({ kind }) => kind)).toEqual([
      'paragraph',
      'item',
      'item',
      'item',
    ]);
  });

  it.each([
    ['code', `\`\`\`sh\n${'run --now\n'.repeat(130)}\`\`\``],
    ['a table', `| Plan | Price |\n|-|-|\n${'| Herd | nine euros |\n'.repeat(60)}`],
  ])('%s stays with the sentence before it, and is not cut', (_what, block) => {
    const before = 'Before that, read this. '.repeat(20);
    const bodies = chunkDocument(readMarkdown(`${before}\n\nAs follows:\n\n${block}\n\nAfter.`)).map(
      ({ body }) => body,
    );
    expect(bodies).toHaveLength(3);
    expect(bodies[1]).toBe(`As follows:\n\n${block.trim()}`);
  });

  it('a list stays with what introduces it', () => {
    const items = Array.from({ length: 60 }, (_, at) => `- Item number ${at} with some more words to it`).join('\n');
    const [first, second] = chunkDocument(
      readMarkdown(`Before ${'x '.repeat(300)}\n\nThese are supported:\n\n${items}`),
    );
    expect(first?.body).not.toContain('These are');
    expect(second?.body).toContain('These are supported');
  });

  it('blocks of a passage stand where they say, whatever the page', () => {
    const piece = fc.constantFrom(
      '# H\n',
      'Some words.\n\n',
      '- a\n',
      '  - b\n',
      '1. c\n',
      '| a | b |\n|-|-|\n| 1 | 2 |\n',
      '```\ncode\n```\n',
      ':::note\n',
      ':::\n',
      '!!! tip "T"\n    in\n',
      '<Tabs>\n',
      '</Tabs>\n',
      '<!--',
      '-->\n',
      '> q\n',
      '\r\n',
      '    indented\n',
      '**Strong**\n\n',
      '---\n',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const document = readMarkdown(pieces.join(''));
        let end = 0;
        for (const chunk of chunkDocument(document)) {
          expect(document.text.slice(chunk.start, chunk.end)).toBe(chunk.body);
          for (const block of chunk.structure.blocks) {
            expect(chunk.start + block.start).toBeGreaterThanOrEqual(end);
            expect(block.end).toBeGreaterThan(block.start);
            end = chunk.start + block.end;
          }
          expect(end).toBeLessThanOrEqual(chunk.end);
        }
      }),
      { numRuns: 300 },
    );
  });
});
