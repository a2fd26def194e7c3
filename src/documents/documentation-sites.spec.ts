import { readAsciidoc } from './read-asciidoc';
import { readMarkdown } from './read-markdown';
import { expectLinear } from '../../test/support/growth';

function shown(markdown: string): string[] {
  const { text, blocks } = readMarkdown(markdown);
  return blocks.map(({ headings, start, end }) => `${headings.join(' > ')}: ${text.slice(start, end)}`);
}

describe('front matter', () => {
  it.each([
    ['JSON of Hugo', '{\n  "title": "Fees",\n  "draft": true\n}\n\nTen.'],
    ['JSON of Hexo', ';;;\n{"title": "Fees"}\n;;;\nTen.'],
    ['TOML with tables', '+++\ndraft = false\ntitle = "Fees"\n[params]\ntitle = "x"\n+++\nTen.'],
    ['YAML that ends with dots', '---\ntitle: Fees\n...\nTen.'],
    ['a title over lines', '---\ntitle: >-\n  Fees\n\ntags: [a]\n---\nTen.'],
    ['a remark behind the title', '---\r\n# of the page\r\ntitle: Fees # not shown\r\n---\r\nTen.'],
    ['a title in quotes', "---\ntitle: 'Fees' # x\n---\nTen."],
  ])('%s', (_kind, markdown) => {
    expect(shown(markdown)).toEqual(['Fees: Ten.']);
  });

  it.each([
    ['text between rules', '---\n\nTen euros.\n\n---\n\nMore.', [': Ten euros.', ': More.']],
    ['code in braces', '{\n  limit\n}\n\nTen.', [': {\n  limit\n}', ': Ten.']],
  ])('is not %s', (_what, markdown, blocks) => {
    expect(shown(markdown)).toEqual(blocks);
  });

  it("a title has its quotes, and what is no title's", () => {
    expect(readMarkdown("---\ntitle: 'Bob''s \"fees\"'\n---\nx").title).toBe('Bob\'s "fees"');
    expect(readMarkdown('---\ntitle: C#: the basics\n---\nx').title).toBe('C#: the basics');
  });
});

describe('marks of sites', () => {
  it.each<[string, string, string[]]>([
    ['Starlight', ':::caution[Mind]{icon="star"}\nHot.\n:::', ['Mind: Hot.']],
    ['Starlight, in MDX', 'import { A } from "x";\n\n:::caution[Mind]{icon="star"}\nHot.\n:::', ['Mind: Hot.']],
    [
      'PyMdown',
      '/// note | Mind\nHot.\n///\n\n/// details | Why?\n    type: warning\nBecause.\n///\n\nEnd.',
      ['Mind: Hot.', 'Why?: Because.', ': End.'],
    ],
    ['MyST', ':::{note} Mind\n:class: dropdown\nHot.\n:::\n\n(target)=\n## B\n\nx', ['Mind: Hot.', 'B: x']],
    ['GitLab', '# A\n\n[[_TOC_]]\n\nText.', ['A: Text.']],
    ['kramdown', '# A\n\n* TOC\n{:toc}\n\nText.', ['A: Text.']],
    [
      'Hugo, within a line',
      '{{< tabs >}}{{< tab "Mac" >}}Use brew.{{< /tab >}} See `{{< x >}}`.',
      [': {{< tabs >}}{{< tab "Mac" >}}Use brew.{{< /tab >}} See `{{< x >}}`.'],
    ],
    ['Hugo, around text', 'Use {{< kbd >}}brew{{< /kbd >}}.', [': Use brew.']],
    ['Jekyll', '{% if x %}Yes{% endif %} to {{ name }}.', [': Yes to {{ name }}.']],
    ['Obsidian', '# A\n\nText. %%not shown%%\n\n^block-1', ['A: Text. ']],
    ['attributes of a heading', '# A { #a .b data-toc="x" }\n\nText.', ['A: Text.']],
    ['code that shows them', '```md\n^a\n/// x\n{{< x >}}\n```', [': ```md\n^a\n/// x\n{{< x >}}\n```']],
  ])('%s', (_site, markdown, blocks) => {
    expect(shown(markdown).map((block) => block.trimEnd())).toEqual(blocks.map((block) => block.trimEnd()));
  });
});

it('AsciiDoc names no file that it cannot include', async () => {
  const { text } = await readAsciidoc(
    '= T\n\ninclude::parts/x.adoc[]\n\nText.\n\n----\ninclude::y.rb[]\nputs 1\n----\n',
  );
  expect(text).toBe('T\n\nText.\n\nputs 1');
});

it.each<[string, (many: number) => string]>([
  ['rules', (many) => '---\n\nx\n\n'.repeat(many)],
  ['templates', (many) => '{{<{%'.repeat(many)],
  ['front matter without an end', (many) => `---\ntitle: x\n${' y\n'.repeat(many)}`],
  ['braces', (many) => '{\n'.repeat(many)],
])('takes time that grows with the number of %s', (_what, shape) => expectLinear((size) => shown(shape(size))));
