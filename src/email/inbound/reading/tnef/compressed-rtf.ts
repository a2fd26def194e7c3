import { ByteReader } from './byte-reader';

const HEADER_BYTES = 16;
const COMPRESSED = 0x75465a4c;
const PLAIN = 0x414c454d;
const WINDOW = 4_096;
/** More than people write. A reference of two bytes stands for up to 17, so that a small mail could become a large text. */
const MOST_BYTES = 4_194_304;
/** The window begins with this text (MS-OXRTFCP §2.1.2.1). */
const BEGINNING = Buffer.from(
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor ' +
    'MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx',
  'latin1',
);

/**
 * Decompresses RTF (MS-OXRTFCP). A text that ends too early is returned as far as it goes.
 *
 * @throws RangeError without the header, of another compression, or if it is too large
 */
export function decompressedRtf(bytes: Buffer): Buffer {
  const reader = new ByteReader(bytes);
  reader.take(8);
  const compression = reader.u32();
  reader.take(4);
  if (compression === PLAIN) return bytes.subarray(HEADER_BYTES, HEADER_BYTES + MOST_BYTES);
  if (compression !== COMPRESSED) throw new RangeError('The RTF has an unknown compression');
  return new Decompression(reader).run();
}

class Decompression {
  private readonly window = Buffer.alloc(WINDOW);
  private at = BEGINNING.length;
  private out = Buffer.alloc(WINDOW);
  private length = 0;

  constructor(private readonly reader: ByteReader) {
    BEGINNING.copy(this.window);
  }

  run(): Buffer {
    while (this.reader.left > 0) {
      const control = this.reader.u8();
      for (let bit = 0; bit < 8 && this.reader.left > 0; bit += 1) {
        if (((control >> bit) & 1) === 0) this.write(this.reader.u8());
        else if (!this.copy()) return this.out.subarray(0, this.length);
      }
    }
    return this.out.subarray(0, this.length);
  }

  /** False at the end. */
  private copy(): boolean {
    if (this.reader.left < 2) return false;
    const reference = this.reader.take(2).readUInt16BE(0);
    const offset = reference >> 4;
    if (offset === this.at) return false;
    for (let n = 0; n < (reference & 0xf) + 2; n += 1) this.write(this.window[(offset + n) % WINDOW]!);
    return true;
  }

  private write(byte: number): void {
    if (this.length >= MOST_BYTES) throw new RangeError('The RTF is too large');
    if (this.length === this.out.length) this.out = Buffer.concat([this.out], this.out.length * 2);
    this.out[this.length++] = byte;
    this.window[this.at] = byte;
    this.at = (this.at + 1) % WINDOW;
  }
}
