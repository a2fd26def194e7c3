import { type Block, BLOCK_TYPES } from './block.types';
import { blocksOf } from './blocks';

/** What has made pages run what somebody wrote, in Markdown and in HTML. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](file:///etc/passwd)',
  '[x](//evil.example)',
  '[x](blob:https://shop.example/1)',
  '[x](view-source:https://shop.example)',
  '![x](javascript:alert(1))',
  '![x](https://evil.example/track.png)',
  '<javascript:alert(1)>',
  '[a]: javascript:alert(1)\n\n[a]',
  '[x](https://shop.example "onmouseover=alert(1)")',
  '`<script>alert(1)</script>`',
  '```html\n<script>alert(1)</script>\n```',
  '    <script>alert(1)</script>',
  '<!--><script>alert(1)</script>-->',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<style>@import "https://evil.example"</style>',
  '<math><mtext></mtext><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<base href="https://evil.example/">',
  '<form action="javascript:alert(1)"><input type=submit>',
  '{{constructor.constructor("alert(1)")()}}',
  '[![x](javascript:alert(1))](javascript:alert(2))',
  '\u202e[x](javascript:alert(1))',
  '> '.repeat(500) + '<script>',
  '['.repeat(5_000),
  '*'.repeat(5_000),
];

function everyElement(blocks: readonly Block[]): Exclude<Block, string>[] {
  return blocks.flatMap((block) => (typeof block === 'string' ? [] : [block, ...everyElement(block.children ?? [])]));
}

describe('blocksOf', () => {
  it.each(HOSTILE)('makes nothing but text and the few elements of %j', (text) => {
    for (const element of everyElement(blocksOf(text))) {
      expect(BLOCK_TYPES).toContain(element.type);
      expect(Object.keys(element).filter((key) => !['type', 'href', 'children'].includes(key))).toEqual([]);
      expect(element.href ?? 'https://').toMatch(/^(https?:\/\/|mailto:)/);
    }
  });

  it('keeps what is written in Markdown', () => {
    expect(
      blocksOf('**Open** _Settings_ and `reset`:\n\n1. [Help](https://help.example/a?b=1&c)\n2. Mail\n\n- x  \n  y'),
    ).toEqual([
      {
        type: 'p',
        children: [
          { type: 'strong', children: ['Open'] },
          ' ',
          { type: 'em', children: ['Settings'] },
          ' and ',
          { type: 'code', children: ['reset'] },
          ':',
        ],
      },
      {
        type: 'ol',
        children: [
          { type: 'li', children: [{ type: 'a', href: 'https://help.example/a?b=1&c', children: ['Help'] }] },
          { type: 'li', children: ['Mail'] },
        ],
      },
      { type: 'ul', children: [{ type: 'li', children: ['x', { type: 'br' }, 'y'] }] },
    ]);
    expect(blocksOf('```js\nlet x;\n```')).toEqual([
      { type: 'pre', children: [{ type: 'code', children: ['let x;\n'] }] },
    ]);
  });

  it('makes links of bare addresses, without the punctuation after them', () => {
    const links = (text: string) =>
      everyElement(blocksOf(text)).flatMap(({ type, href }) => (type === 'a' ? [href] : []));
    expect(links('See https://shop.example/a_b?c=1, (https://shop.example/(d)) and http://x.example.')).toEqual([
      'https://shop.example/a_b?c=1',
      'https://shop.example/(d)',
      'http://x.example',
    ]);
    expect(links('Write to help@shop.example, or look at www.shop.example/faq!')).toEqual([
      'mailto:help@shop.example',
      'https://www.shop.example/faq',
    ]);
    expect(blocksOf('See https://shop.example.')).toEqual([
      {
        type: 'p',
        children: ['See ', { type: 'a', href: 'https://shop.example', children: ['https://shop.example'] }, '.'],
      },
    ]);
    expect(links('ftp://x.example //x.example javascript://x.example/%0aalert(1) readme.md shop.example')).toEqual([]);
    expect(links('`https://shop.example`\n\n    https://shop.example')).toEqual([]);
    expect(links('[a page](https://shop.example)')).toEqual(['https://shop.example']);
  });

  it('gives a table its rows and columns', () => {
    const cell = (type: 'th' | 'td', text: string) => ({ type, children: [text] });
    expect(blocksOf('| Plan | Price |\n|---|---|\n| Pro | 9 |')).toEqual([
      {
        type: 'table',
        children: [
          { type: 'tr', children: [cell('th', 'Plan'), cell('th', 'Price')] },
          { type: 'tr', children: [cell('td', 'Pro'), cell('td', '9')] },
        ],
      },
    ]);
  });

  const cells = (type: 'th' | 'td', ...texts: Block[][]) => ({
    type: 'tr',
    children: texts.map((children) => ({ type, children })),
  });

  it('makes a table of a list whose items have the same named fields, as the built-in model writes rows', () => {
    const text =
      'The plans:\n\n- Plan: Free; Price: 0 €\n- Plan: Pro; Price: **9 €** a month; Note: see `plans`, or: ask';
    expect(blocksOf(text)).toEqual([
      { type: 'p', children: ['The plans:'] },
      {
        type: 'table',
        children: [
          cells('th', ['Plan'], ['Price'], ['Note']),
          cells('td', ['Free'], ['0 €'], []),
          cells(
            'td',
            ['Pro'],
            [{ type: 'strong', children: ['9 €'] }, ' a month'],
            ['see ', { type: 'code', children: ['plans'] }, ', or: ask'],
          ),
        ],
      },
    ]);
  });

  it.each([
    ['one item', '- Plan: Pro; Price: 9'],
    ['one field', '- Plan: Pro\n- Plan: Free'],
    ['other fields', '- Plan: Pro; Price: 9\n- Plan: Free; Size: 9'],
    ['another order', '- Plan: Pro; Price: 9\n- Price: 9; Plan: Pro'],
    ['a field twice', '- Plan: Pro; Plan: 9\n- Plan: Free; Plan: 9'],
    ['words', '- Plan: Pro; it is good\n- Plan: Free; Price: 9'],
    ['a list in it', '- Plan: Pro; Price: 9\n  - more\n- Plan: Free; Price: 9'],
    ['numbers', '1. Plan: Pro; Price: 9\n2. Plan: Free; Price: 9'],
    ['addresses', '- https://a.example; https://b.example\n- https://c.example; https://d.example'],
    ['more cells than a table has', '- A: 1; B: 2; C: 3; D: 4\n'.repeat(126)],
  ])('leaves a list of %s as it is', (_what, text) => {
    const types = everyElement(blocksOf(text)).map(({ type }) => type);
    expect(types).not.toContain('table');
    expect(types).toContain('li');
  });

  it.each([
    ['a table', `${'|a'.repeat(30)}|\n${'|-'.repeat(30)}|\n${`${'|'.repeat(30)}\n`.repeat(650)}`],
    ['rows of two cells', `a|b\n-|-\n${'|\n'.repeat(10_000)}`],
    ['items', '- a\n'.repeat(5_000)],
    ['headings', '#\n'.repeat(10_000)],
    ['paragraphs of emphasis', '*a* b\n\n'.repeat(3_000)],
    ['breaks', 'a  \n'.repeat(5_000)],
    ['brackets', `**a** ${'['.repeat(5_000)}`],
  ])('shows thousands of %s as one text', (_what, text) => {
    expect(everyElement(blocksOf(text)).length).toBe(1);
    expect(blocksOf(text)).toEqual([{ type: 'p', children: [text] }]);
  });

  it('makes no links of hundreds of addresses, and loses none of them', () => {
    const text = 'a@shop.example '.repeat(1_000).trim();
    expect(blocksOf(text)).toEqual([{ type: 'p', children: [text] }]);
    expect(everyElement(blocksOf('a@shop.example '.repeat(200)))).toHaveLength(201);
  });

  it('keeps a long list and a large table', () => {
    expect(everyElement(blocksOf('1. **a** b\n'.repeat(150)))).toHaveLength(1 + 2 * 150);
    const row = '| a | b | c | d | e |\n';
    expect(everyElement(blocksOf(`${row}|${'---|'.repeat(5)}\n${row.repeat(80)}`))).toHaveLength(1 + 81 * 6);
  });

  it('loses no text that it has no element for', () => {
    const text = JSON.stringify(
      blocksOf('# Title\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> said\n\n~~gone~~ <b>raw</b>'),
    );
    for (const word of ['Title', 'a', 'b', '1', '2', 'said', 'gone', '<b>', 'raw']) expect(text).toContain(word);
  });
});
