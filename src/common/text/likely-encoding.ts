import { SCRIPTS } from './letter-ranks';
import { LATIN_LETTER, type Likelihood, likelihoodsOfMultiByte } from './multi-byte-likelihood';
import { decodedAs } from './named-encoding';

/** Logarithms of the chance of a character. */
const UNKNOWN_LETTER = -11;
const SIGN = -7;
const QUOTE = -4;
const QUOTES = '„“”‘’«»';
/** A control character, or a sign between letters. */
const MISPLACED = -12;
/** A capital behind a small letter. */
const WRONG_CASE = -4;
/** A capital behind a capital. */
const CAPITALS = -0.7;
/** Letters of two scripts in one word. */
const MIXED = -8;
/** Final forms of Hebrew and Greek letters within a word, and the other forms at its end. */
const MISSHAPEN = /[ךםןףץς](?=\p{L})|[כמנפצσ](?!\p{L})/gu;
/** How rare encodings are in what programs write without a label. */
const RARENESS: Readonly<Record<string, number>> = {
  'iso-8859-5': -6,
  ibm866: -6,
  'windows-1257': -3,
  'windows-1258': -2,
  tcvn: -4,
  viscii: -6,
  'windows-1255': -1,
  'windows-1256': -4,
  'windows-874': -4,
};
/** How much more likely than windows-1252 another reading must be: a typing error, or a foreign name, is about as much. */
const LEAST_MORE = 4;
/** In bytes. */
const SAMPLE = 4_000;
/** Single letters, such as initials, prove nothing. */
const WORD_BEYOND_ASCII = /(?=[A-Za-z]*[\x80-\xff])[A-Za-z\x80-\xff]{3}/;
const BEYOND_ASCII = /[\x80-\xff]/g;
const UTF8_LETTER = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;

/** The chance of each letter of a language, by its rank among them (Gusein-Zade's law of the frequencies of letters). */
const CHANCES = SCRIPTS.map(({ encoding, letters }) => ({ encoding, languages: letters.map(chancesOf) }));

function chancesOf(letters: string): ReadonlyMap<string, number> {
  const all = Array.from(letters);
  const shares = all.map((_, rank) => Math.log((all.length + 1) / (rank + 1)));
  const whole = shares.reduce((sum, share) => sum + share, 0);
  return new Map(all.map((letter, rank) => [letter, Math.log((shares[rank] ?? 1) / whole)]));
}

/**
 * The encoding by which bytes that are not UTF-8 are most likely words of a language. Null if that is windows-1252, or not much less likely so. Looks at the lines that have
 * bytes beyond ASCII: the others say nothing.
 */
export function likelyEncoding(bytes: Uint8Array): string | null {
  const sample = linesBeyondAscii(bytes);
  const text = sample.toString('latin1');
  if (!WORD_BEYOND_ASCII.test(text) || isMostlyUtf8(text)) return null;
  const all = [...CHANCES.map((one) => ofSingleByte(sample, one)), ...likelihoodsOfMultiByte(sample)];
  const western = all.find(({ encoding }) => encoding === 'windows-1252')?.likelihood ?? 0;
  const [best] = all.sort((one, other) => other.likelihood - one.likelihood);
  return best && best.likelihood > western + LEAST_MORE ? best.encoding : null;
}

function linesBeyondAscii(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes.subarray(0, 16 * SAMPLE)).toString('latin1');
  const lines = text.split(/[\r\n]+/).filter((line) => /[\x80-\xff]/.test(line));
  return Buffer.from(lines.join('\n').slice(0, SAMPLE), 'latin1');
}

/** Text in UTF-8 can have a byte of another program. */
function isMostlyUtf8(text: string): boolean {
  const letters = text.match(UTF8_LETTER) ?? [];
  return 4 * letters.join('').length > 3 * (text.match(BEYOND_ASCII)?.length ?? 0);
}

function ofSingleByte(
  sample: Buffer,
  { encoding, languages }: { encoding: string; languages: ReadonlyMap<string, number>[] },
): Likelihood {
  const text = decodedAs(sample, encoding);
  const characters = Array.from(text);
  const letters: string[] = [];
  let signs = 0;
  for (const [at, character] of characters.entries()) {
    const before = characters[at - 1] ?? ' ';
    if (/[\p{L}\p{M}]/u.test(character) || 'ªº'.includes(character)) {
      letters.push(character.toLowerCase());
      if (isCapital(character)) signs += isSmall(before) ? WRONG_CASE : isCapital(before) ? CAPITALS : 0;
      if (/\p{L}/u.test(before) && isLatin(before) !== isLatin(character)) signs += MIXED;
    } else if (character > '\x7f') {
      const isBetween = /\p{L}/u.test(before) && /\p{L}/u.test(characters[at + 1] ?? ' ');
      const isMisplaced =
        /[\x80-\x9f\ufffd\u2500-\u259f]/.test(character) || (isBetween && !/[’‘\xad\xa0–—…]/.test(character));
      const isQuote = encoding === 'windows-1252' && QUOTES.includes(character);
      signs += isMisplaced ? MISPLACED : isQuote ? QUOTE : SIGN;
    }
  }
  const misshapen = WRONG_CASE * (text.match(MISSHAPEN) ?? []).length;
  const best = Math.max(
    ...languages.map((chances) => letters.reduce((sum, letter) => sum + chanceOf(letter, chances), 0)),
  );
  return { encoding, likelihood: best + signs + misshapen + (RARENESS[encoding] ?? 0) };
}

function chanceOf(letter: string, chances: ReadonlyMap<string, number>): number {
  return chances.get(letter) ?? (letter <= '\x7f' && !chances.has('e') ? LATIN_LETTER : UNKNOWN_LETTER);
}

function isLatin(letter: string): boolean {
  return /\p{Script=Latin}/u.test(letter);
}

function isCapital(character: string): boolean {
  return character !== character.toLowerCase();
}

function isSmall(character: string): boolean {
  return character !== character.toUpperCase();
}
