import { shortened } from './excerpt';

describe('shortened', () => {
  it.each([
    ['what fits', 'one  two\nsix', 11, 'one two six'],
    ['after a whole word', 'one two three four', 10, 'one two…'],
    ['after a word that just fits', 'one two three four', 14, 'one two three…'],
    ['within a word that fills more than the last third', 'one extraordinarily', 12, 'one extraor…'],
    ['within a text without spaces', '字'.repeat(20), 12, `${'字'.repeat(11)}…`],
    ['between characters of two code units', '💥'.repeat(20), 12, `${'💥'.repeat(11)}…`],
  ])('%s', (_, text, length, short) => {
    expect(shortened(text, length)).toBe(short);
    expect(Array.from(short).length).toBeLessThanOrEqual(length);
  });
});
