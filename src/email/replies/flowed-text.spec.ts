import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { flowedLines } from './flowed-text';

/** Joins lines like a reader (RFC 3676 §4.4). */
function read(lines: readonly string[]): string {
  let text = '';
  lines.forEach((line, index) => {
    const unstuffed = line.startsWith(' ') ? line.slice(1) : line;
    text += unstuffed;
    const flows = unstuffed.endsWith(' ') && unstuffed !== '-- ';
    if (!flows && index < lines.length - 1) text += '\n';
  });
  return text;
}

const withoutSpacesAtEnds = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/ +$/, ''))
    .join('\n');

const texts = array(
  oneof(
    constantFrom(
      ' ',
      '  ',
      '\n',
      '\r\n',
      '\r',
      '-- ',
      '--',
      '>',
      '> ',
      'From ',
      ' From ',
      '.',
      'x'.repeat(100),
      '\t',
      '\u00a0',
    ),
    string({ unit: 'grapheme', maxLength: 12 }),
    string({ unit: 'binary', maxLength: 12 }),
  ),
  { maxLength: 60 },
).map((parts) => parts.join(''));

describe('flowedLines', () => {
  it('breaks paragraphs after spaces, and where their author did', () => {
    const words = Array.from({ length: 40 }, () => 'four').join(' ');
    const lines = flowedLines(`Hello,\n\n${words}\nBye  `);
    expect(lines).toHaveLength(6);
    expect(lines.slice(0, 2)).toEqual(['Hello,', '']);
    expect(lines.slice(2, 4).map((line) => [line.endsWith(' '), line.length <= 78])).toEqual([
      [true, true],
      [true, true],
    ]);
    expect(lines[5]).toBe('Bye');
  });

  it.each([
    ['> not quoted', [' > not quoted']],
    ['From here on', [' From here on']],
    [' indented', ['  indented']],
    ['-- ', ['--']],
    [`-- ${'x'.repeat(90)}`, [`-- ${'x'.repeat(90)}`]],
    ['', ['']],
  ])('%j is %j', (text, lines) => {
    expect(flowedLines(text)).toEqual(lines);
  });

  it('can be read back, except for trailing spaces', () => {
    assert(
      property(texts, (text) => {
        const lines = flowedLines(text);
        expect(read(lines)).toBe(withoutSpacesAtEnds(text));
        for (const line of lines) expect(line).not.toMatch(/[\r\n]|^>|^From |^-- $/);
        // Longer lines have no space for a break.
        for (const line of lines) {
          if (line.length > 79) expect(line.replace(/^ *(-- )?/, '').trimEnd()).not.toMatch(/^.{0,76}[^ ] [^ ]/);
        }
      }),
      { seed: 7, numRuns: 1_000 },
    );
  });

  it('handles 25,000 spaces before a letter quickly', () => {
    const text = `${' '.repeat(25_000)}x`;
    expect(read(flowedLines(text))).toBe(text);
  });
});
