import { encodingNamed } from '../../../common/text/named-encoding';

const LF = 0x0a;
const CR = 0x0d;
const EQUALS = 0x3d;
const SPACE = 0x20;
const TAB = 0x09;
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** The six bits of each base64 character, and -1 for other characters. */
const BITS = Int8Array.from({ length: 256 }, (_, code) => BASE64.indexOf(String.fromCharCode(code)));
/** The same with the letters that links have (RFC 4648 §5). */
const BITS_OF_LINKS = BITS.map((six, code) => (code === 0x2d ? 62 : code === 0x5f ? 63 : six));
const IS_OF_LINKS = /^[\w\s=-]*[-_][\w\s=-]*$/;

/** Decodes a body, many lines at once, so that the cost does not depend on the length of the lines. */
export abstract class BodyDecoder {
  private readonly pieces: Buffer[] = [];

  /** `charset`: of a text in an encoding that postal-mime does not know. Null for other content. */
  constructor(private readonly charset: string | null) {}

  /** Takes complete lines with line ends. The last one can be without. */
  update(lines: Uint8Array): void {
    this.pieces.push(this.decoded(lines));
  }

  finalize(): Promise<ArrayBuffer> {
    const all = this.readable(Buffer.concat(this.pieces));
    return Promise.resolve(new Uint8Array(all).buffer);
  }

  /** In UTF-8 if it is valid in its encoding. */
  private readable(bytes: Buffer): Buffer {
    const text = this.charset === null ? null : (encodingNamed(this.charset)?.read(bytes) ?? null);
    return text === null ? bytes : Buffer.from(text);
  }

  protected abstract decoded(lines: Uint8Array): Buffer;
}

/** `encoding` is the Content-Transfer-Encoding. Unknown encodings are not decoded. `charset`: as {@link BodyDecoder} has it. */
export function decoderOf(encoding: string, charset: string | null): BodyDecoder {
  if (/base64/i.test(encoding)) return new Base64Decoder(charset);
  return /quoted-printable/i.test(encoding) ? new QuotedPrintableDecoder(charset) : new PlainDecoder(charset);
}

/** For 7bit, 8bit and binary. Only changes line ends to LF. */
class PlainDecoder extends BodyDecoder {
  protected decoded(lines: Uint8Array): Buffer {
    return withLineFeeds(lines);
  }
}

/** RFC 2045 §6.7. Invalid escapes are not changed. */
class QuotedPrintableDecoder extends BodyDecoder {
  protected decoded(lines: Uint8Array): Buffer {
    const text = withLineFeeds(lines);
    let written = 0;
    for (let at = 0; at < text.length; at += 1) {
      if (text[at] === EQUALS) {
        const end = endOfLine(text, at + 1);
        if (end >= 0) {
          at = end;
          continue;
        }
        const byte = 16 * nibble(text[at + 1]) + nibble(text[at + 2]);
        if (byte >= 0) {
          text[written++] = byte;
          at += 2;
          continue;
        }
      }
      // Decode in place, because the result is never longer.
      text[written++] = text[at]!;
    }
    return text.subarray(0, written);
  }
}

/** The line feed behind spaces, which programs on the way may have added (RFC 2045 §6.7). -1 if something else is there. */
function endOfLine(text: Buffer, from: number): number {
  let at = from;
  while (text[at] === SPACE || text[at] === TAB) at += 1;
  return text[at] === LF ? at : -1;
}

/**
 * RFC 2045 §6.8. `=` ends a unit at any position, because some programs pad every line. Other characters are skipped. Behind the end, a
 * paragraph is the footer that a list or a scanner has added to the encoded text.
 */
class Base64Decoder extends BodyDecoder {
  protected decoded(whole: Uint8Array): Buffer {
    if (isPlain(whole)) return withLineFeeds(whole);
    const lines = whole.subarray(0, endOfBase64(whole));
    const table = IS_OF_LINKS.test(Buffer.from(lines.subarray(0, LOOKED_AT)).toString('latin1')) ? BITS_OF_LINKS : BITS;
    const bytes = Buffer.allocUnsafe(Math.ceil((lines.length * 3) / 4));
    let written = 0;
    let bits = 0;
    let length = 0;
    for (const code of lines) {
      const six = table[code]!;
      if (six >= 0) {
        bits = ((bits << 6) | six) & 0xffffff;
        length += 6;
        if (length >= 8) {
          length -= 8;
          bytes[written++] = (bits >> length) & 0xff;
        }
      } else if (code === EQUALS) length = 0;
    }
    return bytes.subarray(0, written);
  }
}

/** Words of a sentence, as no Base64 has them. */
const SENTENCE = /[a-z]{2,}[ \t]+[a-z]{2,}[ \t]+[a-z]{2,}/i;
/** Bytes behind an empty line in which a sentence is looked for. */
const LOOKED_AT = 400;

/** Small words in a row: a text that its program only calls Base64. */
const PROSE = /(?:\b[A-Za-z][a-z]{0,13}\d{0,3}[,.]?[ \t]){4}/;

function isPlain(lines: Uint8Array): boolean {
  return PROSE.test(Buffer.from(lines.subarray(0, LOOKED_AT)).toString('latin1'));
}

/** The place of an empty line with a paragraph of words behind it, after which no Base64 goes on. */
function endOfBase64(lines: Uint8Array): number {
  const text = Buffer.from(lines.buffer, lines.byteOffset, lines.length);
  const blank = Math.min(...['\n\n', '\n\r\n'].map((gap) => text.indexOf(gap)).filter((at) => at >= 0), text.length);
  return SENTENCE.test(text.subarray(blank, blank + LOOKED_AT).toString('latin1')) ? blank : text.length;
}

/** A copy with one LF at the end of every line, including the last. */
function withLineFeeds(lines: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafe(lines.length + 1);
  let written = 0;
  let returns = 0;
  for (const code of lines) {
    if (code === CR) {
      returns += 1;
      continue;
    }
    if (code !== LF) {
      copy.fill(CR, written, written + returns);
      written += returns;
    }
    returns = 0;
    copy[written++] = code;
  }
  if (written === 0 || copy[written - 1] !== LF) copy[written++] = LF;
  return copy.subarray(0, written);
}

/** Far below zero for characters other than hexadecimal digits. */
function nibble(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1_000;
}
