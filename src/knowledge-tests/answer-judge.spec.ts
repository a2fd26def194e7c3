import { accepts, type Expectation, judged } from './answer-judge';
import { ExpressionOverdue } from './bounded-expression';
import { plainText } from './plain-text';

describe('plainText', () => {
  it.each([
    [
      'words of links and images',
      'See ![the kettle](k.png) and [its  manual](/m "Manual").',
      'see the kettle and its manual.',
    ],
    ['an image as the words of a link', '[![Build](b.svg)](https://example.com/a_(b)) ok', 'build ok'],
    ['reference links', '[its manual][m]', 'its manual'],
    ['addresses in angle brackets', 'At <https://example.com/a>.', 'at https://example.com/a.'],
    ['tags and comments', '<b>Loud</b><br/><!-- no --> <Tabs id="x">one</Tabs>', 'loud one'],
    ['bold, italic and code', '**Press** *the* __red__ _knob_ `pull --hard`', 'press the red knob pull --hard'],
    ['fences', 'Run\n```sh\nbrew tea\n```', 'run brew tea'],
    ['headings, bullets and quotes', '## Tea\n- green\n* black\n> - white\n+ red', 'tea green black white red'],
    ['tables', '| Tea | Minutes |\n|:--- | ---:|\n| green | 2 |', 'tea minutes green 2'],
    ['typographic quotes and wide letters', '“Ｔｅａ” isn’t', '"tea" isn\'t'],
    ['underscores of names', 'brew_once_ and TEA_PORT', 'brew_once_ and tea_port'],
    ['stars between words', '2 * 3', '2 * 3'],
  ])('%s', (_what, markdown, plain) => {
    expect(plainText(markdown)).toBe(plain);
  });
});

describe('accepts', () => {
  it.each<[string, string[][], string, boolean]>([
    ['all texts of one alternative', [['kettle'], ['hot', 'water']], 'Water that is **hot**', true],
    [
      'not one text of each',
      [
        ['kettle', 'lid'],
        ['hot', 'water'],
      ],
      'A kettle of hot milk',
      false,
    ],
    ['nothing where nothing is wanted', [[], ['`']], 'Anything', false],
    ['not inside a word', [['port']], 'Export it', false],
    ['not behind an underscore', [['port']], 'TEA_PORT', false],
    ['the beginning of a word', [['port']], 'Two ports', true],
    ['a later place where it stands alone', [['port']], 'Export by port', true],
    ['not inside a number', [['50 grams']], '150 grams', false],
    ['not behind a decimal point', [['50 grams']], '1.50 grams', false],
    ['not the beginning of a number', [['takes 5']], 'It takes 50', false],
    ['not the whole part of a number', [['takes 5']], 'It takes 5.5', false],
    ['a number at the end of a sentence', [['takes 5']], 'It takes 5.', true],
    ['a flag, which begins with no letter', [['--hard']], 'pull --hard', true],
    ['an expression on the plain text', [['/steeps? (a )?while/']], '*Steep* a\nwhile', true],
    ['an expression that looks ahead', [['/--hard(?!-)/']], 'Use `--hard-boiled`', false],
    ['capitals of an expression', [['/Tea Time/']], 'tea time', true],
  ])('%s', (_what, accept, content, accepted) => {
    expect(accepts(accept, content)).toBe(accepted);
  });

  it('gives up on an expression that takes too long', () => {
    expect(() => accepts([['/^(a|a)*b$/']], 'a'.repeat(60))).toThrow(ExpressionOverdue);
    expect(accepts([['/^a+$/']], 'a'.repeat(60))).toBe(true);
  });

  it('reads in time that grows with the answer', () => {
    for (const part of ['[', '](', '<', '*', '_a', '`', '|', '> ', '![](', '<!--', '-']) {
      expect(accepts([['tea']], part.repeat(20_000))).toBe(false);
    }
  });
});

describe('judged', () => {
  const wanted: Expectation = { expect: 'answered', accept: [['2 minutes']], sources: ['Green tea', 'All teas'] };
  const answer = { outcome: 'answered', content: 'For 2 minutes.', cited: ['All teas'] };

  it.each<[string, Expectation, Partial<typeof answer>, string, boolean]>([
    ['right, and cited', wanted, {}, 'right', true],
    ['right, of another page', wanted, { cited: ['Coffee'] }, 'right', false],
    ['right without accepted texts, by what it cites', { ...wanted, accept: [] }, { content: 'So.' }, 'right', true],
    [
      'wrong without accepted texts, by what it cites',
      { ...wanted, accept: [] },
      { cited: ['Coffee'] },
      'wrong',
      false,
    ],
    ['wrong', wanted, { content: 'For long.' }, 'wrong', true],
    ['missing', wanted, { outcome: 'no_answer', cited: [] }, 'missing', false],
    ['missing, though the words are there', wanted, { outcome: 'handed_off', cited: [] }, 'missing', false],
    ['refused', { expect: 'refused' }, { outcome: 'handed_off' }, 'right', false],
    ['answered instead of refused', { expect: 'refused' }, {}, 'wrong', false],
    ['a reply', { expect: 'reply' }, { content: 'Hello!', cited: [] }, 'right', false],
    ['a reply that cites', { expect: 'reply' }, {}, 'wrong', false],
    ['a reply without words', { expect: 'reply' }, { content: '…', cited: [] }, 'wrong', false],
    ['no reply', { expect: 'reply' }, { outcome: 'no_answer', cited: [] }, 'wrong', false],
    ['handed off', { expect: 'handed_off' }, { outcome: 'handed_off', cited: [] }, 'right', false],
    ['not handed off', { expect: 'handed_off' }, {}, 'wrong', false],
  ])('%s', (_what, expectation, changed, verdict, citesExpected) => {
    expect(judged(expectation, { ...answer, ...changed })).toEqual({ verdict, citesExpected });
  });
});
