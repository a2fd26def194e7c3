const LF = 0x0a;
const CR = 0x0d;
const EQUALS = 0x3d;
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Six bits for each letter of base64, and -1 for what is none. */
const BITS = Int8Array.from({ length: 256 }, (_, code) => BASE64.indexOf(String.fromCharCode(code)));

/** Decodes a body, by as many of its lines at once as there are: what that costs must not depend on how long they are. */
export abstract class BodyDecoder {
  private readonly pieces: Buffer[] = [];

  /** Whole lines, each with its end but maybe the last. */
  update(lines: Uint8Array): void {
    this.pieces.push(this.decoded(lines));
  }

  finalize(): Promise<ArrayBuffer> {
    const all = Buffer.concat(this.pieces);
    return Promise.resolve(all.buffer.slice(all.byteOffset, all.byteOffset + all.length));
  }

  protected abstract decoded(lines: Uint8Array): Buffer;
}

/** `encoding`: of Content-Transfer-Encoding. What is unknown is taken as it stands. */
export function decoderOf(encoding: string): BodyDecoder {
  if (/base64/i.test(encoding)) return new Base64Decoder();
  return /quoted-printable/i.test(encoding) ? new QuotedPrintableDecoder() : new PlainDecoder();
}

/** Of 7bit, 8bit and binary: as it stands, but that each line ends in LF. */
class PlainDecoder extends BodyDecoder {
  protected decoded(lines: Uint8Array): Buffer {
    return withLineFeeds(lines);
  }
}

/** RFC 2045 §6.7. What is no escape stays as it is. */
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
      // In place: what is decoded is never longer.
      text[written++] = text[at]!;
    }
    return text.subarray(0, written);
  }
}

/** RFC 2045 §6.8. `=` ends a unit, wherever it stands: some programs pad every line. Everything else is passed over. */
class Base64Decoder extends BodyDecoder {
  protected decoded(lines: Uint8Array): Buffer {
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

/** A copy in which every line ends in one LF, the last one, too. */
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

/** Far below zero for what is no hexadecimal digit. */
function nibble(code = 0): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1_000;
}
