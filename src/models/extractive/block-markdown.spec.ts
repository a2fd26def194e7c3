import type { PassageStructure } from '../../documents/document.types';
import { codeMarkdown, inlineMarkdown, rowMarkdown } from './block-markdown';

const markdown: PassageStructure = { notation: 'markdown', blocks: [] };
const plain: PassageStructure = { notation: 'plain', blocks: [] };
const block = { start: 0, end: 0 };

describe('inlineMarkdown', () => {
  it.each([
    ['Open **Settings**, then _Save_.', 'Open **Settings**, then *Save*.'],
    [
      'See [the guide](../guide.md) or [the site](https://example.com/a_(b)).',
      'See the guide or [the site](https://example.com/a_%28b%29).',
    ],
    ['![A picture](/img/a.png) Press <kbd>Enter</kbd>.<br/>Done.', 'Press Enter.\nDone.'],
    ['Read [issue #1][1] and [age][age].[^2]', 'Read issue #1 and [age](https://age.example).'],
    ['Use `a | b` and `` a`b ``, not a \\* b.', 'Use `a | b` and `` a`b ``, not a \\* b.'],
    ['Run `x` with &lt;name&gt;.', 'Run `x` with `<name>`.'],
    ['1. First\n   goes on', 'First goes on'],
    ['> quoted\n> twice', 'quoted twice'],
    ['## no heading', 'no heading'],
    ['[x] Ready {#anchor}', 'Ready'],
    ['**A.** On a lead.', 'On a lead.'],
    ['A: On a lead.', 'On a lead.'],
    ['A. Smith says so.', 'A. Smith says so.'],
    ['<div>Only **this**</div>', 'Only \\*\\*this\\*\\*'],
  ])('makes %j %j', (source, expected) => {
    const references = { ...markdown, references: { AGE: 'https://age.example', '1': '/local' } };
    expect(inlineMarkdown(source, references)).toBe(expected);
  });

  it('shows plain text unchanged, without interpreting it as Markdown', () => {
    const markdown = inlineMarkdown('2 * 3 * 4 = `24`, <b>x</b>\n# 1', plain);
    expect(markdown).toBe('2 \\* 3 \\* 4 = \\`24\\`, `<b>`x`</b>` # 1');
  });
});

describe('rowMarkdown', () => {
  it('names the columns and leaves empty cells out', () => {
    const columns = ['Plan', 'Price', 'Note'];
    expect(rowMarkdown('| Pro | **9 €** | |', { ...block, kind: 'row', columns }, markdown)).toBe(
      'Plan: Pro; Price: **9 €**',
    );
    expect(rowMarkdown('a \\| b | c', { ...block, kind: 'row', columns: [] }, markdown)).toBe('a | b; c');
    expect(rowMarkdown('Pro | 9 €', { ...block, kind: 'row', columns }, plain)).toBe('Plan: Pro; Price: 9 €');
    expect(rowMarkdown('|Pro| 9 €|', { ...block, kind: 'row', columns }, plain)).toBe('Plan: Pro; Price: 9 €');
  });
});

describe('codeMarkdown', () => {
  it.each([
    ['```sh title="a"\nrun\n  now\n```', '```sh\nrun\n  now\n```'],
    ['```\n   nested\n   ```', '```sh\nnested\n```'],
    ['    indented\n    twice', '```sh\nindented\ntwice\n```'],
    ['~~~\na ``` b\n~~~', '````sh\na ``` b\n````'],
  ])('fences %j anew', (source, code) => {
    expect(codeMarkdown(source, { ...block, kind: 'code', language: 'sh' })).toBe(code);
  });
});
