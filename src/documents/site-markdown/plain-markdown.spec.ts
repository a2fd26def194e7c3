import { expectLinear } from '../../../test/support/growth';
import { readMarkdown, readMdx } from '../read-markdown';

function shownBy({ text, blocks }: ReturnType<typeof readMarkdown>): string[] {
  return blocks.map(
    ({ kind, columns, headings, start, end }) =>
      `${kind === 'row' ? columns!.join(', ') : headings.join(' > ')}: ${text.slice(start, end).trim()}`,
  );
}
const shown = (markdown: string): string[] => shownBy(readMarkdown(markdown));
const block = (kind: string, data: unknown): string => `[block:${kind}]\n${JSON.stringify(data, null, 2)}\n[/block]`;

describe('HTML within Markdown', () => {
  it.each<[string, string, string[]]>([
    [
      'a table with merged cells',
      '<table>\n  <tr><th>Plan</th><th>Price</th></tr>\n  <tr><td rowspan="2">Pro</td><td>9 €<br>a month</td></tr>\n  <tr><td><a href="/y">90 €</a> | <code>a</code></td></tr>\n</table>\n\nEnd.',
      ['Plan, Price: | Pro | 9 €<br>a month |', 'Plan, Price: | Pro | [90 €](/y) \\| `a` |', ': End.'],
    ],
    [
      'a table with Markdown in its cells',
      '<table>\n<tr>\n<th>Plan</th>\n<th>Price</th>\n</tr>\n<tr>\n<td>Pro</td>\n<td>\n\n**9 €** a month\n\nor &lt;less&gt;\n\n</td>\n</tr>\n</table>',
      ['Plan, Price: | Pro | **9 €** a month<br>or &lt;less> |'],
    ],
    [
      'a table of ReadMe',
      '<Table align={["left","left"]}>\n  <thead>\n    <tr>\n      <th>\n        Plan\n      </th>\n\n      <th>\n        Price\n      </th>\n    </tr>\n  </thead>\n\n  <tbody>\n    <tr>\n      <td>\n        Pro\n      </td>\n\n      <td>\n        9 €\n      </td>\n    </tr>\n  </tbody>\n</Table>\n\nEnd.',
      ['Plan, Price: | Pro | 9 € |', ': End.'],
    ],
    [
      'a table of names and values',
      '<table><tr><th>Weight</th><td>3 kg</td></tr><tr><th>Size</th><td>2 m</td></tr></table>',
      [': - Weight: 3 kg', ': - Size: 2 m'],
    ],
    [
      'a table with a title of rows',
      '<table><thead><tr><th>Plan</th><th>Price</th></tr></thead><tbody><tr><td colspan="2">For teams</td></tr><tr><td>Pro</td><td>9 €</td></tr></tbody></table>',
      [': For teams', 'Plan, Price: | Pro | 9 € |'],
    ],
    [
      'lists',
      '<ol>\n<li>One\n<ul><li>Deep</li></ul></li>\n<li>Two <b>bold</b></li>\n</ol>',
      [': 1. One', ': - Deep', ': 2. Two bold'],
    ],
    [
      'definitions',
      '<dl>\n<dt>Weight</dt><dd>3 kg</dd>\n<dt>Is it dry?</dt><dd>Yes.</dd>\n</dl>\n\nEnd.',
      [': Weight: 3 kg', 'Is it dry?: Yes.', ': End.'],
    ],
    [
      'headings',
      '<h1 align="center">Fees</h1>\n\n<h2 id="late">Late <em>ones</em></h2>\nTen.',
      ['Fees > Late ones: Ten.'],
    ],
    [
      'paragraphs',
      '<p align="center">Now <b>open</b> &amp; free.</p>\n\n<div class="warning">Hot!</div>',
      [': Now <b>open</b> &amp; free.', ': Hot!'],
    ],
    [
      'details',
      '<details>\n<summary><b>Why so?</b></summary>\n<p>Because.</p>\n</details>\nEnd.',
      ['Why so?: Because.', ': End.'],
    ],
    ['code', '<pre><code class="language-sh">a &lt; b\n  c</code></pre>', [': ```\na < b\n  c\n```']],
    [
      'keys and places where a word may be broken',
      'Press <kbd>Ctrl</kbd>+<kbd>C</kbd>, Rind&shy;fleisch, a<wbr>b.',
      [': Press Ctrl+C, Rindfleisch, ab.'],
    ],
    [
      'remarks between words',
      '<!-- a --> One <!-- b --> two.\n\nThree <!-- c\nd --> four `<!-- e -->`.',
      [': One  two.', ': Three  four `<!-- e -->`.'],
    ],
    ['an element without an end', '<table>\n\nText.', [': Text.']],
    [
      'code that shows it',
      '```html\n<table><tr><td>x</td></tr></table>\n```',
      [': ```html\n<table><tr><td>x</td></tr></table>\n```'],
    ],
  ])('%s', (_what, markdown, blocks) => {
    expect(shown(markdown)).toEqual(blocks);
  });
});

describe('blocks of ReadMe', () => {
  it.each<[string, string, string[]]>([
    [
      'a note',
      `${block('callout', { type: 'info', title: 'Mind', body: 'Keep it **warm**.\n\nAlways.' })}\n\nEnd.`,
      ['Mind: > Keep it **warm**.', 'Mind: > Always.', ': End.'],
    ],
    [
      'code of several languages',
      block('code', {
        codes: [
          { code: 'npm i', language: 'shell', name: 'npm' },
          { code: 'yarn add', language: 'shell', name: 'Yarn' },
        ],
      }),
      ['npm: ```shell\nnpm i\n```', 'Yarn: ```shell\nyarn add\n```'],
    ],
    [
      'a table',
      block('parameters', {
        data: { 'h-0': 'Plan', 'h-1': 'Price', '0-0': 'Pro', '0-1': '9 €  \na | month', '1-0': 'Max' },
        cols: 2,
        rows: 2,
      }),
      ['Plan, Price: | Pro | 9 €<br>a \\| month |', 'Plan, Price: | Max |  |'],
    ],
    ['a heading', `${block('api-header', { title: 'Fees' })}\nTen.`, ['Fees: Ten.']],
    [
      'a picture',
      block('image', { images: [{ image: ['https://x/y.png', 'y.png', 1], caption: 'The menu' }] }),
      [': The menu'],
    ],
    ['HTML', block('html', { html: '<ul><li>One</li></ul>' }), [': - One']],
    ['a film', `${block('embed', { url: 'https://video.example/x' })}\nText.`, [': Text.']],
    [
      'a sign before a note',
      '> 📘 Mind\n> \n> Keep it warm.\n\n> 🚧\n>\n> Hot.\n\nEnd.',
      ['Mind: > Keep it warm.', ': > Hot.', ': End.'],
    ],
    ['no data', '[block:callout]\nKeep it warm.\n[/block]', [': [block:callout]\nKeep it warm.\n[/block]']],
  ])('%s', (_what, markdown, blocks) => {
    expect(shown(markdown)).toEqual(blocks);
  });

  it('a component with a heading', () => {
    const note = '<Callout icon="📘" theme="info">\n  ### Mind\n\n  Keep it warm.\n</Callout>\n\nEnd.';
    expect(shownBy(readMdx(note))).toEqual(['Mind: Keep it warm.', ': End.']);
  });
});

describe('marks of sites', () => {
  it.each<[string, string, string[]]>([
    [
      'footnotes',
      'Max 10 kg[^w], 5 m[^1] and `[^1]`.^[Not now.]\n\n[^1]: Each.\n[^w]: Not on Sundays,\n    nor on Mondays.\n\nEnd[^x].',
      [': Max 10 kg¹, 5 m² and `[^1]`. (Not now.)', ': ² Each.', ': ¹ Not on Sundays,\nnor on Mondays.', ': End[^x].'],
    ],
    [
      'definitions',
      'Weight\n: 3 kg\n\nLate fee\n:   10 EUR\n    a day\n: or more\n\nEnd.',
      [': Weight: 3 kg', ': Late fee: 10 EUR a day; or more', ': End.'],
    ],
    ['struck text', 'Now 15 € ~~20 €~~, <del>25 €</del> `~~x~~`.', [': Now 15 € ,  `~~x~~`.']],
    [
      'powers',
      '10 kg<sup>1</sup>, 20 m<sup>2</sup>, 5 m^2^, H<sub>2</sub>O, 1<sup>st</sup>.',
      [': 10 kg¹, 20 m², 5 m², H2O, 1st.'],
    ],
    [
      'links of wikis',
      'See [[Fees]], [[Fees|the fees]], [[Fees#Late]], ![[menu.png]]![[Other]] `[[x]]` [[1]](/x) if [[ -f x ]].',
      [': See Fees, the fees, Fees > Late, Other `[[x]]` [[1]](/x) if [[ -f x ]].'],
    ],
    ['marked words', '==Ten euros== if a == b.', [': Ten euros if a == b.']],
    ['roles', 'See {ref}`the fees <fees>` and {kbd}`C`.', [': See the fees and C.']],
    [
      'templates over lines',
      '{{< figure\n  src="x.png"\n>}}\n\n{% include note.html\n  content="Keep it warm."\n%}\n\nEnd.',
      [': Keep it warm.', ': End.'],
    ],
    [
      'templates with a title',
      '{{< details "Why?" >}}\nBecause.\n{{< /details >}}\n\n{{% notice note "Mind" %}}\nHot.\n{{% /notice %}}\n\nEnd.',
      ['Why?: Because.', 'Mind: Hot.', ': End.'],
    ],
    ['templates of code', '{% highlight ruby %}\nputs 1\n{% endhighlight %}', [': ```ruby\nputs 1\n```']],
    ['remarks of templates', 'A.\n\n{% comment %}\nhidden\n{% endcomment %}\n\nB. {{/* hidden */}}', [': A.', ': B.']],
    ['front matter', '---\ntitle: "[[Fees]] ~~x~~"\n---\nTen.', ['[[Fees]] ~~x~~: Ten.']],
  ])('%s', (_what, markdown, blocks) => {
    expect(shown(markdown)).toEqual(blocks);
  });
});

it.each<[string, (many: number) => string]>([
  ['tables without an end', (many) => '<table>\n'.repeat(many)],
  ['tables', (many) => '<table><tr><td>x</td></tr></table>\n'.repeat(many)],
  ['blocks without an end', (many) => '[block:code]\n'.repeat(many)],
  ['remarks without an end', (many) => '<!-- '.repeat(many)],
  ['remarks in code', (many) => '`<!-- a -->` '.repeat(many)],
  ['footnotes', (many) => 'a[^1] '.repeat(many) + '\n\n[^1]: x\n'.repeat(many)],
  ['definitions', (many) => 'a\n: b\n'.repeat(many)],
  ['definitions of one', (many) => `a\n${': b\n'.repeat(many)}`],
  ['brackets', (many) => '[['.repeat(many)],
  ['strokes', (many) => '~~a'.repeat(many)],
  ['marks', (many) => '==a'.repeat(many)],
  ['raised signs', (many) => '<sup>a'.repeat(many)],
  ['templates', (many) => '{% comment %}{% highlight a %}\n'.repeat(many)],
  ['tags beside each other', (many) => '<p> '.repeat(many)],
  ['ends beside each other', (many) => `a${'</p> '.repeat(many)}b`],
  ['notes', (many) => '> 📘 a\n'.repeat(many)],
  ['roles', (many) => '{ref}`a'.repeat(many)],
])('takes time that grows with the number of %s', (_what, shape) => expectLinear((size) => shown(shape(size))));
