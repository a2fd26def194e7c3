import { getBOMEncoding, normalizeEncoding, TextDecoder } from '@exodus/bytes/encoding.js';
import { analyse } from 'chardet';

/** Encodings in which 7-bit bytes are more than ASCII, so that valid UTF-8 proves nothing. */
const NOT_ASCII = /^(?:utf-16|iso-2022-jp)/;
/** Encodings with letters of several bytes. Few of them are valid UTF-8 as well, and those that are were declared. */
const MULTI_BYTE = /^(?:gbk|gb18030|big5|euc-|shift_jis)/;
/** Escape sequences of ISO-2022-JP (RFC 1468), in text that is otherwise ASCII. */
const ISO_2022_JP = /\x1b(?:\$[@B]|\([BJ])/;
/** UTF-8 of each character of windows-1252, by byte. */
const LATIN = Array.from({ length: 256 }, (_, byte) =>
  Buffer.from(new TextDecoder('windows-1252').decode(Uint8Array.of(byte))),
);
/** Bytes of a character of windows-1252 in UTF-8, at most. */
const LONGEST_LATIN = 3;
/** Of chardet, from 0 to 100. A sentence of Russian gets 39, and bytes without meaning 15 at most. */
const LEAST_CONFIDENCE = 25;
/** Of chardet, for letters of two bytes, the second of which is ASCII, as in Shift_JIS. */
const CERTAIN = 60;
/** Words of at least three bytes, some of them beyond ASCII. */
const WORD_BEYOND_ASCII = /(?=[A-Za-z]{0,40}[\x80-\xff])[A-Za-z\x80-\xff]{3,}/g;
const WHOLLY_BEYOND_ASCII = /^[\x80-\xff]+$/;
const MOST_WORDS = 2_000;
/** Bytes that chardet looks at. */
const SAMPLE = 10_000;

/**
 * Decodes text from outside, whose declared encoding is often missing or wrong. A byte order mark decides first. Then comes UTF-8 if the
 * bytes are valid, then the declared encoding, then one that fits. Contains no replacement character, except where a byte order mark or
 * the only encoding that fits leaves no other reading.
 *
 * @param declared a label of the Encoding standard, or any other text; null without one
 */
export function readText(bytes: Uint8Array, declared: string | null): string {
  const marked = getBOMEncoding(bytes);
  if (marked !== null) return new TextDecoder(marked).decode(bytes);
  const named = declared === null ? null : normalizeEncoding(declared.trim());
  const encoding = named === 'replacement' || named === 'x-user-defined' ? null : named;
  const isFirst = encoding !== null && (NOT_ASCII.test(encoding) || MULTI_BYTE.test(encoding));
  return (
    (isFirst ? strictly(bytes, encoding) : null) ??
    utf8(bytes) ??
    (encoding === null || encoding === 'utf-8' ? null : strictly(bytes, encoding)) ??
    fitting(bytes)
  );
}

/**
 * The encoding of a file, by its beginning: that of its byte order mark, UTF-16 whose Latin letters have zero bytes, `utf-8`, or one of a
 * script other than Latin. Null for Latin text that is not UTF-8; read it with {@link repaired}.
 */
export function encodingOfFile(beginning: Uint8Array): string | null {
  const certain = getBOMEncoding(beginning) ?? unmarkedUtf16(beginning);
  if (certain !== null) return certain;
  if (decodesSoFar(beginning, 'utf-8'))
    return ISO_2022_JP.test(Buffer.from(beginning).toString('latin1')) ? 'iso-2022-jp' : 'utf-8';
  return encodingThatFits(beginning);
}

function unmarkedUtf16(beginning: Uint8Array): string | null {
  const zeros = [0, 0];
  const sample = beginning.subarray(0, SAMPLE);
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]! += 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 4 && even === 0) return 'utf-16le';
  return even > sample.length / 4 && odd === 0 ? 'utf-16be' : null;
}

/**
 * A file has much beside its text, such as addresses and numbers, so only words with bytes beyond ASCII count. Latin words mix them with
 * ASCII letters.
 */
function encodingThatFits(beginning: Uint8Array): string | null {
  const text = Buffer.from(beginning).toString('latin1');
  const words = (text.match(WORD_BEYOND_ASCII) ?? []).slice(0, MOST_WORDS);
  const whole = words.filter((word) => WHOLLY_BEYOND_ASCII.test(word));
  const sample = Buffer.from(words.join(' '), 'latin1');
  const isOtherScript = 2 * whole.length > words.length;
  const likely = isOtherScript ? guesses(sample) : guesses(beginning, CERTAIN).filter((one) => MULTI_BYTE.test(one));
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

/** Null if the bytes are not valid in this encoding. */
function strictly(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Statistics find the encoding of a script other than Latin. Latin text is UTF-8 with faults, or windows-1252. */
function fitting(bytes: Uint8Array): string {
  const guess = isLatin(bytes) ? null : guessed(bytes);
  return guess ?? repaired(bytes);
}

/** In text of Latin letters, most letters are ASCII. */
function isLatin(bytes: Uint8Array): boolean {
  let ascii = 0;
  let others = 0;
  for (const byte of bytes.subarray(0, SAMPLE)) {
    if (byte >= 0x80) others += 1;
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) ascii += 1;
  }
  return others <= ascii;
}

function guessed(bytes: Uint8Array): string | null {
  for (const encoding of guesses(bytes)) {
    const text = strictly(bytes, encoding);
    if (text !== null) return text;
  }
  return null;
}

/** Likely encodings of a text that is not UTF-8, the most likely first. */
function guesses(bytes: Uint8Array, least = LEAST_CONFIDENCE): string[] {
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
