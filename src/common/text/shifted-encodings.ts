import { isAscii } from 'node:buffer';

interface ShiftedEncoding {
  name: string;
  /** Null if the bytes are not valid in it. */
  read(bytes: Uint8Array): string | null;
}

const ESCAPES = /\x1b\$\)C/g;
const SHIFTED = /\x0e([^\x0e\x0f]*)(?:\x0f|$)/g;
const IN_TILDES = /~\{([\x21-\x7e\r\n]*?)(?:~\}|$)/g;

/**
 * Encodings of seven bits that the Encoding standard leaves out for browsers, and that old mail has: `iso-2022-kr` (RFC 1557) and
 * `hz-gb-2312` (RFC 1843). Null for other labels.
 */
export function shiftedEncoding(
  label: string,
  read: (bytes: Buffer, encoding: string) => string | null,
): ShiftedEncoding | null {
  const name = label.trim().toLowerCase();
  if (name === 'iso-2022-kr') return { name, read: (bytes) => (isAscii(bytes) ? read(korean(bytes), 'euc-kr') : null) };
  return name === 'hz-gb-2312'
    ? { name, read: (bytes) => (isAscii(bytes) ? read(chinese(bytes), 'gbk') : null) }
    : null;
}

function korean(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes).toString('latin1').replace(ESCAPES, '');
  return Buffer.from(
    text.replace(SHIFTED, (_, shifted: string) => withHighBits(shifted)),
    'latin1',
  );
}

function chinese(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/~\r?\n/g, '');
  return Buffer.from(
    text.replace(IN_TILDES, (_, shifted: string) => withHighBits(shifted)).replaceAll('~~', '~'),
    'latin1',
  );
}

function withHighBits(text: string): string {
  return text.replace(/[\x21-\x7e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) | 0x80));
}
