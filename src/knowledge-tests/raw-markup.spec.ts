import { rawMarkup, simpleMarks } from './raw-markup';

describe('rawMarkup', () => {
  it.each([
    ['a table', '| Tea | Minutes |', ['table']],
    ['a table without a frame', 'Tea | Minutes\n--- | ---\ngreen | 2', ['table']],
    ['three columns in a line', 'Tea | Minutes | Degrees', ['table']],
    ['half a fence', 'Run\n```sh\nbrew', ['code_fence']],
    ['a fence that another one does not close', '````\nbrew\n```', ['code_fence']],
    ['a heading', 'Tea\n## Green', ['heading']],
    ['a heading that is underlined', 'Tea\n====', ['heading']],
    ['a tag', 'Hot<br/>', ['html']],
    ['a component', '<TabItem value="a">', ['html']],
    ['a comment', 'Hot <!-- later', ['html']],
    ['an image', '![Tea](https://example.com/t.png)', ['link']],
    ['a link to a page', '[Tea](../tea.md)', ['link']],
    ['a link to a section', '[Tea](#green)', ['link']],
    ['a reference link', '[Tea][t]', ['link']],
    ['its definition', '[t]: https://example.com', ['link']],
    ['an admonition', ':::note\nHot!\n:::', ['furniture']],
    ['another one', '!!! warning\n    Hot!', ['furniture']],
    ['an alert', '> [!NOTE]\n> Hot', ['furniture']],
    ['an include', '--8<-- "tea.md"', ['furniture']],
    ['front matter', '---\ntitle: Tea\ntags:\n  - hot\n---\nText', ['furniture']],
    ['an import', "import Tabs from '@theme/Tabs'", ['furniture']],
    ['several', '# Tea\n| a | b |', ['table', 'heading']],
  ])('%s', (_what, content, kinds) => {
    expect(rawMarkup(content)).toEqual(kinds);
  });

  it.each([
    [
      'simple Markdown',
      '**Press** the _knob_:\n\n- once\n- `a | b` or `<id>`\n\n1. [Manual](https://example.com/a_(b))',
    ],
    ['a whole block of code', 'Run:\n\n  ```sh\n  # brew\n  tea | cup <id> [a](b)\n  ```\n'],
    ['a way to write to somebody', '[Write](mailto:tea@example.com), or <https://example.com>'],
    ['a choice and a comparison', 'true | false, and 3 < 4 > 2'],
    ['an index', 'cups[0][1]'],
    ['a rule', 'Tea\n\n---\n\nCoffee'],
  ])('none in %s', (_what, content) => {
    expect(rawMarkup(content)).toEqual([]);
  });
});

it('tells what simple marks there are', () => {
  expect(simpleMarks('**Press** `it`')).toEqual({ emphasis: true, code: true });
  expect(simpleMarks('`**`')).toEqual({ emphasis: false, code: true });
  expect(simpleMarks('brew_once_ 2 * 3')).toEqual({ emphasis: false, code: false });
});
