const LF = 0x0a;
const CR = 0x0d;
const EQUALS = 0x3d;
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** The six bits of each base64 character, and -1 for other characters. */
const BITS = Int8Array.from({ length: 256 }, (_, code) => BASE64.indexOf(String.fromCharCode(code)));

/** Decodes a body, many lines at once, so that the cost does not depend on the length of the lines. */
export abstract class BodyDecoder {
  private readonly pieces: Buffer[] = [];

  /** Takes complete lines with line ends. The last one can be without. */
  update(lines: Uint8Array): void {
    this.pieces.push(this.decoded(lines));
  }

  finalize(): Promise<ArrayBuffer> {
    const all = Buffer.concat(this.pieces);
    return Promise.resolve(all.buffer.slice(all.byteOffset, all.byteOffset + all.length));
  }

  protected abstract decoded(lines: Uint8Array): Buffer;
}

/** `encoding` is the Content-Transfer-Encoding. Unknown encodings are not decoded. */
export function decoderOf(encoding: string): BodyDecoder {
  if (/base64/i.test(encoding)) return new Base64Decoder();
  return /quoted-printable/i.test(encoding) ? new QuotedPrintableDecoder() : new PlainDecoder();
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
        if (text[at + 1] === LF) {
          at += 1;
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

/**
 * RFC 2045 §6.8. `=` ends a unit at any position, because some programs pad every line. Other characters are skipped. Behind the end, a
 * paragraph is the footer that a list or a scanner has added to the encoded text.
 */
class Base64Decoder extends BodyDecoder {
  protected decoded(whole: Uint8Array): Buffer {
    const lines = whole.subarray(0, endOfBase64(whole));
    const bytes = Buffer.allocUnsafe(Math.ceil((lines.length * 3) / 4));
    let written = 0;
    let bits = 0;
    let length = 0;
    for (const code of lines) {
      const six = BITS[code]!;
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
