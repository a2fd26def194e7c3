import { Lexemes } from './lexemes';

const wanted =
  (...all: string[]) =>
  (lexeme: string) =>
    all.includes(lexeme);

describe('Lexemes', () => {
  it('are the words and what hyphens make of them, without stop words', () => {
    const lexemes = new Lexemes(['free', 'add', 'on+addon', '-', 'set', '-+setup']);
    for (const lexeme of ['free', 'add', 'on', 'addon', 'set', 'setup']) expect(lexemes.has(lexeme)).toBe(true);
    for (const lexeme of ['-', 'on+addon', '+addon', '']) expect(lexemes.has(lexeme)).toBe(false);
    expect(lexemes.hasRelated('addons')).toBe(true);
  });

  it('are wanted as parts and as the whole alike', () => {
    const lexemes = new Lexemes(['free', 'add', 'on+addon']);
    expect(lexemes.shareOf(wanted('addon'))).toBeCloseTo(2 / 3);
    expect(lexemes.shareOf(wanted('add', 'on'))).toBeCloseTo(2 / 3);
    expect(lexemes.shareOf(wanted('addon', 'free'))).toBe(1);
    expect(lexemes.shareOf(wanted('on'))).toBeCloseTo(1 / 3);
  });

  it('are wanted only as wholes that they are a part of', () => {
    const lexemes = new Lexemes(['email', 'e', 'mail+email', 'address+mailaddress++emailaddress']);
    expect(lexemes.shareOf(wanted('emailaddress'))).toBe(3 / 4);
    expect(lexemes.shareOf(wanted('mailaddress'))).toBe(2 / 4);
  });

  it('have a share of nothing where there are none', () => {
    expect(new Lexemes([]).shareOf(() => true)).toBe(0);
    expect(new Lexemes(['-', '']).shareOf(() => true)).toBe(0);
  });
});
