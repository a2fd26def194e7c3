import { normalizeEncoding, TextDecoder } from '@exodus/bytes/encoding.js';
import { decode, encodingExists } from 'iconv-lite';

/** An encoding that a label names. */
export interface NamedEncoding {
  /** Of the Encoding standard; where it has none, the label in lower case. */
  name: string;
  /** Null if the bytes are not valid in it. */
  read(bytes: Uint8Array): string | null;
}

/** Names of iconv-lite for what is no text of emails or files, or what its zero bytes show. Without signs, as it compares them. */
const NO_TEXT = /^(?:hex|base64|binary|utf7imap|utf16.*|utf32.*|ucs.*)$/;
const REPLACEMENT = '\ufffd';

/**
 * The encoding with this label. Labels that the standard leaves out, such as `cp437`, `utf-7`, `latin9` and `ks_c_5601`, are still
 * declared by programs of the time before it. Null for others, and for those that the standard replaces: nothing reads them.
 */
export function encodingNamed(label: string): NamedEncoding | null {
  const named = normalizeEncoding(label.trim());
  if (named === 'replacement' || named === 'x-user-defined') return null;
  if (named !== null) return { name: named, read: (bytes) => strictly(bytes, named) };
  const name = label.trim().toLowerCase();
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
