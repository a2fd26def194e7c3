import { hyphenatedWords } from './hyphens';
import { words } from './words';

const wholes = (text: string): string[] => hyphenatedWords(text, words(text)).map((whole) => whole.text);

describe('hyphenatedWords', () => {
  it.each([
    ['Which add-ons need Wi‑Fi or an e‐mail?', ['addons', 'wifi', 'email']],
    ['Ihre E-Mail-Adresse', ['email', 'mailadresse', 'emailadresse']],
    ['Is it UTF-8, and does it im\u00adport?', ['utf8', 'import']],
  ])('are one word each: %s', (text, expected) => expect(wholes(text)).toEqual(expected));

  it.each([
    ['figures', 'from 10-20 or 2026-11-28'],
    ['the names of files', 'my-first-config-file'],
    ['what a dash or a space parts', 'add - ons, add – ons, add—ons, add--ons, add ons'],
    ['letters', 'a-b'],
    ['what is too long for a word', `${'long'.repeat(4)}-${'long'.repeat(4)}`],
  ])('are not %s', (_what, text) => expect(wholes(text)).toEqual([]));

  it('tell the places of their parts', () => {
    const text = 'All add-ons of the e-mail-address';
    expect(hyphenatedWords(text, words(text)).map(({ first, last }) => [first, last])).toEqual([
      [1, 2],
      [5, 6],
      [6, 7],
      [5, 7],
    ]);
  });
});
