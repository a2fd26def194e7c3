import { fold, words } from './words';

describe('words', () => {
  it('keeps exact offsets of every word', () => {
    const text = 'Zoë’s 🎈 café, 30,000 km in the U.S. — 3.5 times.';
    for (const word of words(text)) expect(text.slice(word.start, word.end).toLowerCase()).toContain(word.text[0]);
    expect(words(text).map((word) => word.text)).toEqual([
      'zoë',
      's',
      'café',
      '30000',
      'km',
      'in',
      'the',
      'us',
      '3.5',
      'times',
    ]);
  });

  it('knows names and figures by their first character', () => {
    expect(words('the Rhine in 1817').map((word) => word.proper)).toEqual([false, true, false, true]);
  });

  it('cuts scripts that have no spaces', () => {
    expect(words('東京都の天気').length).toBeGreaterThan(1);
  });

  it('folds accents', () => expect(fold('Übergröße café')).toBe('Ubergroße cafe'));
});

describe('a run without spaces', () => {
  it('is cut as a whole, however long it is, and never inside of a character', () => {
    const run = '𠮷野家'.repeat(1_000);
    const found = words(run);
    expect(found.map((word) => word.text).join('')).toBe(run);
    expect(found.every(({ text, start, end }) => run.slice(start, end) === text && text.isWellFormed())).toBe(true);
  });
});
