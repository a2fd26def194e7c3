import { blocksOf } from '../../common/text/blocks';
import { rendered, templateProblems, variablesIn } from './template';

const fill = (content: string, values: Record<string, string>, isMarkdown = false) =>
  rendered(content, new Map(Object.entries(values)), { isMarkdown });

describe('templateProblems', () => {
  it('has the place of each variable that does not exist, in characters', () => {
    expect(templateProblems('🙂 {{contact.nmae}} and {{ | x}}')).toMatchObject([
      { path: '/content', code: 'unknown_variable', position: 3 },
      { path: '/content', code: 'unknown_variable', position: 24 },
    ]);
  });

  it.each(['{{contact.attributes.}}', '{{constructor}}', '{{contact}}', '{{}}', '{{Contact.name}}'])(
    'has %s, which is no variable',
    (content) => expect(templateProblems(content)).toHaveLength(1),
  );

  it.each(['a {{contact.name', '{{contact.name}', '{{{{contact.name}}'])(
    'has the {{ without an end of %s',
    (content) => {
      expect(templateProblems(content)).toMatchObject([{ code: 'not_closed' }]);
    },
  );

  it.each(['\\{{contact.nmae}}', '{{ contact.attributes.Order no. }}', '} }} {', '{contact.name}'])(
    'is empty for %s',
    (content) => expect(templateProblems(content)).toEqual([]),
  );
});

describe('rendered', () => {
  it('has values, fallbacks and braces in their places', () => {
    const { content, missing } = fill(
      'Hello {{contact.firstName|there}}, \\{{order}} of {{ contact.attributes.size }}{{contact.phone}}{{hours.next | }}.',
      { 'contact.attributes.size': 'XL' },
    );
    expect([content, missing]).toEqual(['Hello there, {{order}} of XL.', ['contact.phone']]);
  });

  it('never expands a value', () => {
    expect(fill('{{contact.name}}', { 'contact.name': '{{contact.email}}', 'contact.email': 'x' }).content).toBe(
      '{{contact.email}}',
    );
  });

  it('makes values one line of 200 characters, which turns no text around', () => {
    const { content } = fill('{{contact.name}}', { 'contact.name': ` a\r\n\u2028b\u202e${'🙂'.repeat(300)}` });
    expect(content).toBe(`a b${'🙂'.repeat(197)}`);
  });

  it('is missing a value of nothing but spaces', () => {
    expect(fill('{{contact.name}}', { 'contact.name': ' \n' }).missing).toEqual(['contact.name']);
  });

  it('shows any value in the widget as it is, without a link or mark that the text does not have', () => {
    const pieces = [
      '*',
      '_',
      '`',
      '[a](http://x.example)',
      'http://',
      'www.',
      'a@b.example',
      '# ',
      '- ',
      '1. ',
      '\\',
      '<b>',
      '|',
    ];
    pieces.push(
      '&amp;',
      '{{contact.email}}',
      'é',
      ' ',
      '~~',
      '![i](x)',
      'mailto:',
      'x.example',
      '\n',
      '>',
      '==',
      '😀',
      '***',
    );
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    for (let run = 0; run < 3_000; run++) {
      const value = Array.from({ length: 1 + random(6) }, () => pieces[random(pieces.length)]).join('');
      const { content } = fill(
        '{{contact.name | nothing}}',
        { 'contact.name': value, 'contact.email': 'secret' },
        true,
      );
      const shown = value.replace(/\s+/g, ' ').trim() || 'nothing';
      expect([value, textOf(blocksOf(content))]).toEqual([value, shown]);
      expect(JSON.stringify(blocksOf(content))).not.toMatch(/"href"|"type":"(?!p")/);
    }
  });
});

describe('variablesIn', () => {
  it('has each name once', () => {
    expect([...variablesIn('{{agent.name}} {{agent.name|x}} \\{{member.name}}')]).toEqual(['agent.name']);
  });
});

/** The text that the blocks show. */
function textOf(blocks: unknown): string {
  if (typeof blocks === 'string') return blocks;
  if (Array.isArray(blocks)) return blocks.map(textOf).join('');
  return textOf((blocks as { children?: unknown }).children ?? '');
}
