import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { LinkifyIt } from 'linkify-it';
import { defused } from './defused';

/** The strictest reader: it links bare host names of many domains, bare email addresses and bare IP addresses. */
const links = new LinkifyIt({ fuzzyIP: true, fuzzyLink: true, fuzzyEmail: true }).tlds(
  ['com', 'example', 'test', 'company', 'io', 'de', 'рф', 'xn--p1ai'],
  true,
);

/** Parts of links in several spellings. */
const pieces = oneof(
  constantFrom(
    'http://',
    'https:',
    '//',
    'www.',
    'mailto:',
    'evil',
    '.com',
    '．com',
    '。com',
    '\u2024',
    '@',
    '/',
    '\\',
    '#',
    '%2E',
    'tel:',
    'a@b.com',
    'evil.example',
    'пример.рф',
    '[::1]',
  ),
  constantFrom(
    '\u202e',
    '\u2066',
    '\u200b',
    '\r\n',
    '\t',
    ' ',
    '“',
    '”',
    '\u0335',
    '１２３',
    '555',
    '-',
    '+49',
    '192.0.2.1',
    '𝐞𝐯𝐢𝐥',
  ),
  string({ unit: 'grapheme', maxLength: 8 }),
);
const hostile = array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));

describe('defused', () => {
  it.each(['Ada Lovelace', "Anne-Marie O'Neill", 'Zoë', '王小明', 'محمد', 'Team 2024', 'Dr. No'])(
    'leaves %s',
    (name) => {
      expect(defused(name)).toBe(name.normalize('NFKC'));
    },
  );

  it.each([
    ['Win at https://evil.com/x', 'Win at https: / / evil. com/ x'],
    ['www.evil.com', 'www. evil. com'],
    ['ｅｖｉｌ．ｃｏｍ', 'evil. com'],
    ['eve@evil.com', 'eve@ evil. com'],
    ['evil。com／x', 'evil。 com/ x'],
    ['evil%2Ecom∕x 100% #1', 'evil% 2Ecom∕ x 100% #1'],
    ['\\\\server\\share', '\\ \\ server\\ share'],
    ['call +1 (800) 555-0100 now', 'call … now'],
    ['Ada\r\nBcc: eve', 'Ada Bcc: eve'],
    ['\u202emoc.live', 'moc. live'],
    ['Ada” of Parley “', "Ada' of Parley '"],
    ['x'.repeat(100), `${'x'.repeat(59)}…`],
    ['\u200b', ''],
  ])('breaks %j', (text, left) => {
    expect(defused(text)).toBe(left);
  });

  it('leaves one short line without anything that an email client would turn into a link', () => {
    assert(
      property(hostile, (text) => {
        const left = defused(text);
        expect(Array.from(left).length).toBeLessThanOrEqual(60);
        expect(left).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"“”«»]|\p{M}{3}|\d{7}/u);
        expect(links.match(left)).toBeNull();
        expect(links.match(`hello ${left} there`)).toBeNull();
      }),
      { seed: 1, numRuns: 800 },
    );
  });
});
