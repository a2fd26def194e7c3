import { getBOMEncoding, normalizeEncoding, TextDecoder } from '@exodus/bytes/encoding.js';
import { analyse } from 'chardet';

/** Encodings in which 7-bit bytes are more than ASCII, so that valid UTF-8 proves nothing. */
const NOT_ASCII = /^(?:utf-16|iso-2022-jp)/;
/** Encodings with letters of several bytes. Few of them are valid UTF-8 as well, and those that are were declared. */
const MULTI_BYTE = /^(?:gbk|gb18030|big5|euc-|shift_jis)/;
/** Escape sequences of ISO-2022-JP (RFC 1468), in text that is otherwise ASCII. */
const ISO_2022_JP = /\x1b(?:\$[@B]|\([BJ])/;
/** A letter beyond ASCII in UTF-8 (RFC 3629 §4), or one byte of another encoding, where each byte is one character. */
const LETTER_OR_BYTE =
  /((?:[\xc2-\xdf]|\xe0(?=[\xa0-\xbf])[\x80-\xbf]|\xed(?=[\x80-\x9f])[\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]|\xf0(?=[\x90-\xbf])[\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{2}|\xf4(?=[\x80-\x8f])[\x80-\xbf]{2})[\x80-\xbf])|[\x80-\xff]/g;
/** Of chardet, from 0 to 100. A sentence of Russian gets 39, and bytes without meaning 15 at most. */
const LEAST_CONFIDENCE = 25;
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
  for (const { name, confidence } of analyse(bytes.subarray(0, SAMPLE))) {
    if (confidence < LEAST_CONFIDENCE) return null;
    const encoding = normalizeEncoding(name);
    const text = encoding === null || encoding === 'utf-8' ? null : strictly(bytes, encoding);
    if (text !== null) return text;
  }
  return null;
}

/** UTF-8 where it is valid. All other bytes are characters of windows-1252. */
function repaired(bytes: Uint8Array): string {
  const latin = new TextDecoder('windows-1252');
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return text.replace(LETTER_OR_BYTE, (found, letter?: string) => {
    const one = Buffer.from(found, 'latin1');
    return letter === undefined ? latin.decode(one) : one.toString('utf8');
  });
}
