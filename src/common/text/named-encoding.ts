import { normalizeEncoding, TextDecoder } from '@exodus/bytes/encoding.js';
import { decode, encodingExists } from 'iconv-lite';
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
const DECORATION = /^(?:x-unicode-2-0-|x-|cs(?:unicode11)?(?=utf|iso|windows))|(?<=^gb18030)-\d{4}$/g;
/** Of old Apple computers, which iconv-lite names in another way. */
const CENTRAL_EUROPEAN = /^mac-?ce(?:ntraleurroman)?$/;
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
  const name = label.trim().toLowerCase().replace(DECORATION, '').replace(CENTRAL_EUROPEAN, 'maccenteuro');
  const bare = normalizeEncoding(name);
  if (bare !== null) return { name: bare, read: (bytes) => strictly(bytes, bare) };
  if (NO_TEXT.test(name.replace(/[^a-z0-9]/g, '')) || !encodingExists(name)) return null;
  return { name, read: (bytes) => certain(decode(Buffer.from(bytes), name)) };
}

/** Null if the bytes are not valid in this encoding of the standard. */
export function strictly(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function certain(text: string): string | null {
  return text.includes(REPLACEMENT) ? null : text;
}
