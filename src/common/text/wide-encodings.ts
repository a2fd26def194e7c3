import { getBOMEncoding } from '@exodus/bytes/encoding.js';

/** Bytes that show UTF-16 or UTF-32 by their zeros; fewer may be a text that ends with one. */
const LEAST = 8;
const SAMPLE = 10_000;
/** Upper bytes of Latin, Greek, Cyrillic, Hebrew and Arabic letters in UTF-16; no text has so many such control characters. */
const LAST_UPPER = 0x08;
/** Of so many letters, one may be of another kind. */
const LETTERS_AN_EXCEPTION = 20;
/** Planes of Unicode. */
const LAST_PLANE = 0x10;

/** The encoding of a byte order mark; the Encoding standard leaves UTF-32 out. */
export function markedEncoding(bytes: Uint8Array): string | null {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe && third === 0 && fourth === 0) return 'utf-32le';
  if (first === 0 && second === 0 && third === 0xfe && fourth === 0xff) return 'utf-32be';
  return getBOMEncoding(bytes);
}

/** UTF-16 or UTF-32 without a mark, by the upper bytes of its letters; null of other encodings, and of UTF-16 in other scripts. */
export function unmarkedEncoding(beginning: Uint8Array): string | null {
  const sample = beginning.subarray(0, SAMPLE);
  return sample.length < LEAST ? null : (unmarkedUtf32(sample) ?? unmarkedUtf16(sample));
}

/** Half a letter is a line end that a mail program has added. */
export function wholeLetters(bytes: Uint8Array, encoding: string): Uint8Array {
  const size = encoding.startsWith('utf-16') ? 2 : encoding.startsWith('utf-32') ? 4 : 1;
  return bytes.subarray(0, bytes.length - (bytes.length % size));
}

function unmarkedUtf32(sample: Uint8Array): string | null {
  for (const [encoding, top, plane] of [
    ['utf-32le', 3, 2],
    ['utf-32be', 0, 1],
  ] as const) {
    let letters = 0;
    while (isLetter(sample.subarray(4 * letters, 4 * letters + 4), top, plane)) letters += 1;
    if (4 * (letters + 1) > sample.length) return encoding;
  }
  return null;
}

function isLetter(bytes: Uint8Array, top: number, plane: number): boolean {
  return bytes.length === 4 && bytes[top] === 0 && bytes[plane]! <= LAST_PLANE && bytes.some((byte) => byte !== 0);
}

function unmarkedUtf16(sample: Uint8Array): string | null {
  const upper = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte <= LAST_UPPER) upper[at % 2]! += 1;
  const [even = 0, odd = 0] = upper;
  if (odd > sample.length / 4 && even <= odd / LETTERS_AN_EXCEPTION) return 'utf-16le';
  return even > sample.length / 4 && odd <= even / LETTERS_AN_EXCEPTION ? 'utf-16be' : null;
}
