import { normalizeEncoding, TextDecoder } from '@exodus/bytes/encoding.js';
import { decode, encodingExists, getDecoder } from 'iconv-lite';
import { normalForm } from './normal-form';
import { shiftedEncoding } from './shifted-encodings';

/** An encoding that a label names. */
export interface NamedEncoding {
  /** Of the Encoding standard; where it has none, the label in lower case. */
  name: string;
  /** Null if the bytes are not valid in it. */
  read(bytes: Uint8Array): string | null;
}

/** Names of iconv-lite for what is no text of emails or files, or what its zero bytes show. Without signs, as it compares them. */
const NO_TEXT = /^(?:hex|base64|binary|utf7imap|utf16.*|utf32.*|ucs.*)$/;
/** What programs add to a label: `x-windows-1251`, `x-unicode-2-0-utf-7`, `gb18030-2000`. */
const DECORATION = /^(?:x-unicode-2-0-|x-|cs(?:unicode11)?(?=utf|iso|windows|viscii))|(?<=^gb18030)-\d{4}$/g;
/** Of old Apple computers, which iconv-lite names in another way. */
const CENTRAL_EUROPEAN = /^mac-?ce(?:ntraleurroman)?$/;
/** `TCVN3`, and of old Mozilla. */
const VIETNAMESE = /^(?:viet-)?tcvn-?3?(?:5712)?$/;
/** Encodings with marks of their own, which stand behind their letters. */
const WITH_MARKS = /^(?:windows-1258|tcvn)$/;
const REPLACEMENT = '\ufffd';

/**
 * The encoding with this label. Labels that the standard leaves out, such as `cp437`, `utf-7`, `latin9` and `ks_c_5601`, are still
 * declared by programs of the time before it. Null for others, and for those that the standard replaces: nothing reads them.
 */
export function encodingNamed(label: string): NamedEncoding | null {
  const named = normalizeEncoding(label.trim());
  const shifted = shiftedEncoding(label, strictly);
  if (shifted) return shifted;
  if (named === 'replacement' || named === 'x-user-defined') return null;
  if (named !== null) return { name: named, read: (bytes) => strictly(bytes, named) };
  const written = label.trim().toLowerCase().replace(DECORATION, '');
  const name = written.replace(CENTRAL_EUROPEAN, 'maccenteuro').replace(VIETNAMESE, 'tcvn');
  const bare = normalizeEncoding(name);
  if (bare !== null) return { name: bare, read: (bytes) => strictly(bytes, bare) };
  if (NO_TEXT.test(name.replace(/[^a-z0-9]/g, '')) || !encodingExists(name)) return null;
  return { name, read: (bytes) => strictly(bytes, name) };
}

/** Null if the bytes are not valid in this encoding. */
export function strictly(bytes: Uint8Array, encoding: string): string | null {
  if (!isOfStandard(encoding)) return certain(decodedAs(bytes, encoding));
  try {
    return withMarks(new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding);
  } catch {
    return null;
  }
}

/** With replacement characters for what is not valid. */
export function decodedAs(bytes: Uint8Array, encoding: string): string {
  const text = isOfStandard(encoding)
    ? new TextDecoder(encoding).decode(bytes)
    : decode(Buffer.from(bytes), encoding, { stripBOM: true });
  return withMarks(text, encoding);
}

/** A text that comes in pieces, of which none ends between a letter and its marks. */
export function decodingOf(encoding: string): { take: (bytes: Uint8Array) => string; end: () => string } {
  const decoder = isOfStandard(encoding) ? standardDecoding(encoding) : iconvDecoding(encoding);
  if (!WITH_MARKS.test(encoding)) return decoder;
  let held = '';
  return {
    take: (bytes) => {
      const text = held + decoder.take(bytes);
      const last = /\P{M}\p{M}{0,30}$/u.exec(text)?.index ?? text.length;
      held = text.slice(last);
      return withMarks(text.slice(0, last), encoding);
    },
    end: () => withMarks(held + decoder.end(), encoding),
  };
}

function standardDecoding(encoding: string): ReturnType<typeof decodingOf> {
  const decoder = new TextDecoder(encoding);
  return { take: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

function iconvDecoding(encoding: string): ReturnType<typeof decodingOf> {
  const decoder = getDecoder(encoding);
  return { take: (bytes) => decoder.write(Buffer.from(bytes)), end: () => decoder.end() ?? '' };
}

function isOfStandard(encoding: string): boolean {
  return normalizeEncoding(encoding) !== null;
}

function withMarks(text: string, encoding: string): string {
  return WITH_MARKS.test(encoding) ? normalForm(text, 'NFC') : text;
}

function certain(text: string): string | null {
  return text.includes(REPLACEMENT) ? null : text;
}
