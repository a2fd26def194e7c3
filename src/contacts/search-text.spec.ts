import fc from 'fast-check';
import { folded, searchText } from './search-text';

const EMPTY = { name: null, email: null, phone: null, externalId: null, company: null };

describe('folded', () => {
  it.each([
    ['ANN', 'ann'],
    ['e\u0301', '\u00e9'],
    ['J\u030C', '\u01f0'],
    ['\u0130', 'i\u0307'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['Straße', 'straße'],
    ['a\u001fb', 'a b'],
  ])('%j is %j', (text, expected) => {
    expect(folded(text)).toBe(expected);
  });

  it('is the same text for all spellings of each character', () => {
    for (let point = 1; point < 0x110000; point++) {
      if (point >= 0xd800 && point < 0xe000) continue;
      const character = String.fromCodePoint(point);
      const one = folded(character);
      for (const same of [character.normalize('NFC'), character.normalize('NFD'), character.toLowerCase(), one]) {
        if (folded(same) !== one) throw new Error(`U+${point.toString(16)}: ${folded(same)} is not ${one}`);
      }
    }
  });

  it('keeps every part of a text as a part of the folded text', () => {
    const character = fc.constantFrom(
      'a',
      'B',
      'Σ',
      'σ',
      'ς',
      'İ',
      'I',
      'ı',
      'ß',
      'ẞ',
      'K',
      'É',
      'ﬃ',
      '💥',
      ' ',
      '\u001f',
      '.',
    );
    const text = fc.array(character, { maxLength: 12 });
    fc.assert(
      fc.property(text, text, text, (before, part, after) => {
        expect(folded([before, part, after].flat().join(''))).toContain(folded(part.join('')));
      }),
      { numRuns: 400, seed: 20_260_115 },
    );
  });
});

describe('searchText', () => {
  it('joins the fields that are set, with separators', () => {
    expect(searchText({ ...EMPTY, name: 'Ann\u001fLee', company: 'ACME' })).toBe('ann lee\u001facme');
  });
});
