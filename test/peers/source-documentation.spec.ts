import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SourceDesk } from '../factories/source-fixtures';
import { WebServer } from '../support/web-server';

const help = readFileSync(path.join(__dirname, '../fixtures/files/help.mdx'), 'utf8');

let desk: SourceDesk;
beforeAll(async () => {
  desk = await SourceDesk.start();
});
afterAll(() => desk.parley.stop());
beforeEach(async () => {
  desk = await SourceDesk.open(desk.parley);
});

async function added(content: string, mediaType = 'text/markdown') {
  const contentBase64 = Buffer.from(content).toString('base64');
  const { id } = (await desk.call('POST', '', { type: 'file', name: 'Help', mediaType, contentBase64 })).body;
  await desk.drain();
  const { status, failure } = await desk.read(id);
  return { id: id as string, status, failure, text: await desk.text(id) };
}

/** Each block with the headings above it. */
async function shown(content: string, mediaType?: string): Promise<string[]> {
  const { id, status } = await added(content, mediaType);
  expect(status).toBe('ready');
  const chunks: { heading: string; body: string; structure: { blocks: { start: number; end: number }[] } }[] =
    await desk.parley.database.query(
      'SELECT heading, body, structure FROM knowledge_chunks WHERE source_id = $1 ORDER BY ordinal',
      [id],
    );
  return chunks.flatMap(({ heading, body, structure }) =>
    structure.blocks.map(({ start, end }) => `${heading}: ${body.slice(start, end)}`),
  );
}

describe('MDX', () => {
  it.each(['text/markdown', 'text/mdx'])(
    'as %s: components become their content, scripts are no text',
    async (type) => {
      expect(await shown(help, type)).toEqual([
        'Refunds: Refunds take 6 days.',
        'Refunds > Card: Card refunds go back to the same card.',
        'Refunds > Cash: Cash refunds need a receipt.',
        'Refunds: The limit is … euros.',
        'Refunds > Faster: Ask in the shop for a refund within 1 day.',
        "Refunds: ```js\nimport x from 'y';\n```",
      ]);
      expect(await desk.text((await desk.found('refunds'))[0]!.sourceId)).not.toMatch(/Bob|meta\.|:::|<|import Tabs/);
    },
  );

  it.each<[string, string, string[]]>([
    ['a comment over lines', '# A\n\n{/* never\n\nsay } this */}\n\nText.', ['A: Text.']],
    ['a comment in a sentence', '# A\n\nText {/* not this */}here.', ['A: Text here.']],
    ['an HTML comment', '<Note>x</Note>\n\nText <!-- not\n\nthis --> here.', [': x', ': Text  here.']],
    ['exports over lines', 'export const prices = {\n  basic: "}",\n\n  pro: `${1}`,\n};\n\nText.', [': Text.']],
    ['an exported component', "export function Box() {\n  return <div>don't</div>;\n}\n\nText.", [': Text.']],
    ['imports over lines', "import {\n  A,\n  B,\n} from 'x'\nimport 'y.css'\n\nText.", [': Text.']],
    [
      'an expression of JSX',
      '<Note>x</Note>\n\n{items.map((item) => <li key={item}>{item}</li>)}\n\nText.',
      [': x', ': Text.'],
    ],
    ['a literal', "<Note>Type{' '}`{` and {'{braces}'}.</Note>", [': Type `{` and {braces}.']],
    [
      'an expression in an attribute',
      '<Tabs values={[{ label: "a > b" }]}>\n<Tab title={"First"}>\nText.\n</Tab>\n</Tabs>',
      ['First: Text.'],
    ],
    ['an inline component', 'Press <Kbd name="x">K</Kbd> to go on.', [': Press K to go on.']],
    ['a component that stands alone', '<Video src="x.mp4"\n  title="Not this"\n/>\n\nText.', [': Text.']],
    ['a fragment', '<>\nText.\n</>\n\n<Note>x</Note>', [': Text.', ': x']],
    ['a placeholder', '<Note>x</Note>\n\nReplace <Name> with yours.', [': x', ': Replace <Name> with yours.']],
    [
      'accordions of Mintlify',
      '<AccordionGroup>\n  <Accordion title="Can I pay by invoice?" icon="x">\n    From 200 euros.\n\n    - Or more\n  </Accordion>\n  <Accordion title="By card?">Yes.</Accordion>\n</AccordionGroup>\n\nAfter.',
      ['Can I pay by invoice?: From 200 euros.', 'Can I pay by invoice?: - Or more', 'By card?: Yes.', ': After.'],
    ],
    [
      'steps with code',
      '<Steps>\n  <Step title="Install">\n    Run this:\n\n    ```sh\n    npm install {x}\n    ```\n  </Step>\n</Steps>',
      ['Install: Run this:', 'Install: ```sh\nnpm install {x}\n```'],
    ],
    [
      'details in one line',
      '# A\n\n<details><summary>Why *so*?</summary>Because.</details>\n\nAfter.',
      ['A > Why so?: Because.', 'A: After.'],
    ],
    [
      'details with a heading',
      '<details open>\n  <summary>\n    <h3>Why?</h3>\n  </summary>\n\n  Because.\n</details>\n\nAfter.',
      ['Why?: Because.', ': After.'],
    ],
    [
      'HTML with attributes of JSX',
      '<Note>x</Note>\n\n<div style={{ color: "red" }} className="a">\n\nText.\n\n</div>',
      [': x', ': Text.'],
    ],
    [
      'code that looks like MDX',
      '# A\n\n```jsx\n<Note>{/* kept */}</Note>\n```\n\nUse `<Note>` and `{x}`.\n\n{/* not this */}',
      ['A: ```jsx\n<Note>{/* kept */}</Note>\n```', 'A: Use `<Note>` and `{x}`.'],
    ],
    [
      'anchors of headings, and formulas',
      '# A {#a}\n\n<Note>x</Note>\n\n## B {#b-1}\n\nSo $\\frac{a}{b}$ for ${price}.',
      ['A: x', 'A > B: So $\\frac{a}{b}$ for $….'],
    ],
    ['braces that nothing closes', '<Note>x</Note>\n\nA { and a <b.', [': x', ': A { and a <b.']],
  ])('%s', async (_what, content, expected) => {
    expect(await shown(content)).toEqual(expected);
  });

  it.each([
    ['templates of other sites', 'Version {{ page.version }} of {name}.'],
    ['a placeholder in Markdown', 'Replace <Name> with {yours}.'],
    ['a sentence about imports', 'import your contacts from a file.\n\nexport them again.'],
  ])('is not assumed: %s', async (_what, content) => {
    expect((await added(content)).text).toBe(content);
  });

  it('is known by its name and its type at an address', async () => {
    const site = await WebServer.start();
    const body = '# Refunds\n\nUp to {limit}.\n';
    const at = {
      '/a.mdx': 'text/plain',
      '/b': 'text/mdx; charset=utf-8',
      '/c.mdx': 'text/markdown',
      '/d': 'text/x-mdx',
    };
    for (const [where, type] of Object.entries(at)) {
      site.pages.set(where, { headers: { 'content-type': type }, body });
      const { id, mediaType } = await desk.added('url', site.url + where);
      expect([mediaType, await desk.text(id)]).toEqual(['text/mdx', '# Refunds\n\nUp to ….\n']);
    }
    await site.stop();
  });
});

describe('admonitions are notes without their marks', () => {
  it.each<[string, string, string[]]>([
    ['GitHub', '# A\n\n> [!NOTE]\n> Take care.\n\nText.', ['A: > Take care.', 'A: Text.']],
    [
      'Obsidian, with a title',
      '# A\n\n> [!tip]- Faster\n> Ask in the shop.\n\nText.',
      ['A > Faster: > Ask in the shop.', 'A: Text.'],
    ],
    ['within a list', '- One\n  > [!WARNING]\n  > Hot.', [': - One', ': > Hot.']],
    [
      'mdbook-admonish',
      '# A\n\n```admonish warning title="Mind this"\nTake *care*.\n```\n\nText.',
      ['A > Mind this: Take *care*.', 'A: Text.'],
    ],
    [
      'MyST',
      '```{note} Mind this\nTake care.\n```\n\n```python\nx\n```',
      ['Mind this: Take care.', ': ```python\nx\n```'],
    ],
    ['Docusaurus', ':::tip Faster\n\nAsk in the shop.\n\n:::\n\nText.', ['Faster: Ask in the shop.', ': Text.']],
    [
      'Docusaurus, with brackets and within each other',
      '::::note[Outer]\nFirst.\n:::tip\nSecond.\n:::\n::::\n\nText.',
      ['Outer: First.', 'Outer: Second.', ': Text.'],
    ],
    [
      'MkDocs',
      '!!! note "Mind this"\n    Take care.\n\n??? tip\n    Ask.\n\nText.',
      ['Mind this: Take care.', ': Ask.', ': Text.'],
    ],
  ])('%s', async (_site, content, expected) => {
    const { text } = await added(content);
    expect(text).not.toMatch(/\[!|:::|!!!|\?\?\?|admonish|\{note\}/);
    expect(await shown(content)).toEqual(expected);
  });

  it('and so are structured data and styles', async () => {
    const data = '<script type="application/ld+json">\n{"@type": "FAQPage",\n\n"name": "Secret?"}\n</script>';
    expect((await added(`# A\n\n${data}\n\n<style>p { color: red }</style>\n\nText.`)).text).not.toMatch(
      /Secret|color/,
    );
  });
});

describe('MDX made to be hard to read', () => {
  const bombs: [string, string][] = [
    ['braces that nothing closes', '{'.repeat(400_000)],
    ['braces and quotes', `{'}`.repeat(200_000)],
    ['braces and brackets', '{([`${'.repeat(100_000)],
    ['expressions within expressions', `${'{'.repeat(9_000)}${'}'.repeat(9_000)}\n`.repeat(20)],
    ['tags that nothing closes', '<Note title="a'.repeat(40_000)],
    ['components within components', '<Note>\n'.repeat(60_000)],
    ['components that are closed in no order', '<A>\n<B>\n</A>\n</B>\n'.repeat(20_000)],
    ['exports without an end', 'export const a = {\n'.repeat(30_000)],
    ['comments without an end', '<!-- {/* '.repeat(80_000)],
    ['backticks', Array.from({ length: 900 }, (_, n) => '`'.repeat(n + 1)).join(' ')],
    ['fences', '```\n~~~\n<A/>\n'.repeat(50_000)],
    ['regular expressions', '{/'.repeat(200_000)],
  ];
  it.each(bombs)('%s', async (_what, bomb) => {
    const { status, failure } = await added(`<Note>x</Note>\n\n{/* */}\n\n${bomb}`, 'text/mdx');
    expect(failure?.message ?? status).not.toMatch(/too long|memory/);
  });
});
