import { normalizeEncoding, TextDecoder } from '@exodus/bytes/encoding.js';
import { analyse } from 'chardet';
import { latinEncodingOf } from './latin-encoding';
import { likelyEncoding } from './likely-encoding';
import { decodedAs, encodingNamed, strictly } from './named-encoding';
import { markedEncoding, unmarkedEncoding, wholeLetters } from './wide-encodings';

/** Encodings in which 7-bit bytes are more than ASCII, so that valid UTF-8 proves nothing. */
const NOT_ASCII = /^(?:utf-16|iso-2022-|hz-gb-2312$|utf-?7$|unicode-1-1-utf-7$)/;
/** Encodings with letters of several bytes. Few of them are valid UTF-8 as well, and those that are were declared. */
const MULTI_BYTE = /^(?:gbk|gb18030|big5|euc[-_]|shift_jis|(?:cp|ms)-?9(?:32|36|49|50)|ks_c_5601)/;
/** Escape sequences of ISO-2022-JP (RFC 1468), in text that is otherwise ASCII. */
const ISO_2022_JP = /\x1b(?:\$[@B]|\([BJ])/;
/** UTF-8 of each character of windows-1252, by byte. */
const LATIN = Array.from({ length: 256 }, (_, byte) =>
  Buffer.from(new TextDecoder('windows-1252').decode(Uint8Array.of(byte))),
);
/** Bytes of a character of windows-1252 in UTF-8, at most. */
const LONGEST_LATIN = 3;
/** What programs declare that do not know their encoding. Decodes any bytes, so it proves nothing. */
const DEFAULT = 'windows-1252';
/** Of chardet, from 0 to 100. A sentence of Russian gets 39, and bytes without meaning 15 at most. */
const LEAST_CONFIDENCE = 25;
/** Of chardet, for several words without any Latin letter. A sentence of Arabic gets 17. */
const LEAST_OF_WORDS = 16;
const SEVERAL_WORDS = 4;
/** Of chardet, for letters of two bytes, the second of which is ASCII, as in Shift_JIS. */
const CERTAIN = 60;
/** Words of at least three bytes, some of them beyond ASCII. */
const WORD_BEYOND_ASCII = /(?=[A-Za-z]{0,40}[\x80-\xff])[A-Za-z\x80-\xff]{3,}/g;
const WHOLLY_BEYOND_ASCII = /^[\x80-\xff]+$/;
const MOST_WORDS = 2_000;
/** Bytes that show the order of UTF-16. */
const LEAST_UTF16 = 8;
/** In UTF-16 or UTF-32 without a mark, at most one in so many letters is broken. */
const LETTERS_A_BREAK = 1_000;
/** Bytes that chardet looks at. */
const SAMPLE = 10_000;
/** Bytes in which words beyond ASCII are looked for. */
const LOOKED_AT = 65_536;

/**
 * Decodes text from outside, whose declared encoding is often missing or wrong. A byte order mark decides first, or zero bytes as
 * UTF-16 and UTF-32 have them. Then comes UTF-8 if the bytes are valid, then what is declared, then one that fits. Contains no replacement character, except where a byte order mark or
 * the only encoding that fits leaves no other reading.
 *
 * @param declared labels of encodings, or any other text, the most certain first; null without one
 */
export function readText(bytes: Uint8Array, ...declared: (string | null)[]): string {
  const marked = markedEncoding(bytes);
  if (marked !== null) return decodedAs(wholeLetters(bytes, marked), marked);
  const byZeros = textByZeros(bytes);
  if (byZeros !== null) return byZeros;
  const encodings = declared.flatMap((label) => (label === null ? null : encodingNamed(label)) ?? []);
  const first = encodings.find(({ name }) => NOT_ASCII.test(name) || MULTI_BYTE.test(name));
  const pairs =
    first && /^utf-16/.test(first.name) ? strictly(wholeLetters(bytes, 'utf-16'), utf16Of(bytes, first.name)) : null;
  return (
    pairs ??
    first?.read(bytes) ??
    utf8(bytes) ??
    firstOf(
      encodings.filter(({ name }) => name !== 'utf-8' && name !== DEFAULT),
      (encoding) => encoding.read(bytes),
    ) ??
    fitting(
      bytes,
      encodings.some(({ name }) => name === DEFAULT),
    )
  );
}

function firstOf<T>(values: readonly T[], read: (value: T) => string | null): string | null {
  for (const value of values) {
    const text = read(value);
    if (text !== null) return text;
  }
  return null;
}

/**
 * The encoding of a file, by its beginning: that of its byte order mark, UTF-16 or UTF-32 by its upper bytes, `utf-8`, or the one
 * that fits. Null for windows-1252; read it with {@link repaired}.
 */
export function encodingOfFile(beginning: Uint8Array): string | null {
  const certain = markedEncoding(beginning) ?? unmarkedEncoding(beginning);
  if (certain !== null) return certain;
  if (decodesSoFar(beginning, 'utf-8'))
    return ISO_2022_JP.test(Buffer.from(beginning).toString('latin1')) ? 'iso-2022-jp' : 'utf-8';
  const fits = likelyEncoding(beginning) ?? encodingThatFits(beginning) ?? latinEncodingOf(beginning);
  return fits === DEFAULT ? null : fits;
}

/** `utf-16` without a mark is in either order. A script has few upper bytes, and many lower ones. */
function utf16Of(bytes: Uint8Array, declared: string): string {
  const sample = bytes.subarray(0, SAMPLE);
  if (sample.length < LEAST_UTF16) return declared;
  const [even, odd] = [0, 1].map((rest) => new Set(sample.filter((_, at) => at % 2 === rest)).size);
  if (even === odd) return declared;
  return even! < odd! ? 'utf-16be' : 'utf-16le';
}

/** Null where too many letters have only one half. */
function textByZeros(bytes: Uint8Array): string | null {
  const encoding = unmarkedEncoding(bytes);
  if (encoding === null) return null;
  const text = decodedAs(wholeLetters(bytes, encoding), encoding);
  return text.split('\ufffd').length - 1 > text.length / LETTERS_A_BREAK ? null : text;
}

/**
 * The encoding of a script other than Latin. A file has much beside its text, such as tags, addresses and numbers, so only words with
 * bytes beyond ASCII count. Latin words mix them with ASCII letters.
 */
function encodingThatFits(bytes: Uint8Array): string | null {
  const beginning = bytes.subarray(0, LOOKED_AT);
  const text = Buffer.from(beginning).toString('latin1');
  const words = (text.match(WORD_BEYOND_ASCII) ?? []).slice(0, MOST_WORDS);
  const whole = words.filter((word) => WHOLLY_BEYOND_ASCII.test(word));
  const sample = Buffer.from(words.join(' '), 'latin1');
  const isOtherScript = 2 * whole.length > words.length;
  const likely = isOtherScript
    ? guesses(sample, whole.length < SEVERAL_WORDS ? LEAST_CONFIDENCE : LEAST_OF_WORDS)
    : guesses(beginning, CERTAIN).filter((one) => MULTI_BYTE.test(one));
  return likely.find((encoding) => decodesSoFar(beginning, encoding)) ?? null;
}

/** The last letter may be cut off. */
function decodesSoFar(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function utf8(bytes: Uint8Array): string | null {
  const text = strictly(bytes, 'utf-8');
  if (text === null || !ISO_2022_JP.test(text)) return text;
  return strictly(bytes, 'iso-2022-jp') ?? text;
}

/** `isDeclared`: windows-1252 is. Otherwise, single letters may be UTF-8 nevertheless. */
function fitting(bytes: Uint8Array, isDeclared: boolean): string {
  const other = likelyEncoding(bytes) ?? encodingThatFits(bytes);
  const text = other === null ? null : strictly(bytes, other);
  if (text !== null) return text;
  const latin = latinEncodingOf(bytes);
  return latin === DEFAULT && !isDeclared ? repaired(bytes) : new TextDecoder(latin).decode(bytes);
}

/** Likely encodings of a text that is not UTF-8, the most likely first. */
function guesses(bytes: Uint8Array, least: number): string[] {
  const likely = analyse(bytes.subarray(0, SAMPLE)).filter(({ confidence }) => confidence >= least);
  const encodings = likely.map(({ name }) => normalizeEncoding(name));
  return encodings.filter((encoding): encoding is string => encoding !== null && encoding !== 'utf-8');
}

/**
 * UTF-8 where it is valid. All other bytes are characters of windows-1252. Written by byte: a replacement for each match of a pattern
 * would take hundreds of bytes of memory for each byte of text.
 */
export function repaired(bytes: Uint8Array): string {
  const text = Buffer.allocUnsafe(bytes.length * LONGEST_LATIN);
  let end = 0;
  for (let at = 0; at < bytes.length;) {
    const length = letterLength(bytes, at);
    const letter = length === 0 ? LATIN[bytes[at]!]! : bytes.subarray(at, at + length);
    for (const byte of letter) text[end++] = byte;
    at += Math.max(1, length);
  }
  return text.toString('utf8', 0, end);
}

/** The bytes of the letter beyond ASCII in UTF-8 (RFC 3629 §4) that begins there. 0 if none does. */
function letterLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const second = bytes[at + 1] ?? 0;
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < least || second > most) return 0;
  for (let next = at + 2; next < at + length; next += 1) if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}
