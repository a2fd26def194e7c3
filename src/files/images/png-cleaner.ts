import { crc32 } from 'node:zlib';
import { ImageCleaner, nothingElse, type Step } from './image-cleaner';
import { orientationOf, tiffWith } from './tiff-orientation';

const SIGNATURE_BYTES = 8;
/** Length and type before the data, CRC after it. */
const HEAD_BYTES = 8;
const CHUNK_BYTES = 12;
/** A longer EXIF chunk is dropped with its orientation. */
const LONGEST_EXIF = 1_048_576;
/** Of the chunks that a picture can go without, those that say how to show it. */
const SHOWN = new Set(
  'tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV mDCv cLLI cLLi bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '),
);

/** The chunk `IEND`. */
const END = Buffer.from('0000000049454e44ae426082', 'hex');

/** A PNG (RFC 2083 and its third edition) with its picture and colors alone, its orientation, and nothing that follows its end. */
export class PngCleaner extends ImageCleaner {
  private isBegun = false;

  protected step(input: Buffer): Step | null {
    if (!this.isBegun) return this.begin(input);
    if (input.length < HEAD_BYTES) return null;
    const length = input.readUInt32BE(0);
    const type = input.toString('latin1', 4, HEAD_BYTES);
    const size = length + CHUNK_BYTES;
    // It has no data, whatever its length says.
    if (type === 'IEND') return nothingElse(input.length, END);
    if (type === 'eXIf' && length <= LONGEST_EXIF) {
      if (input.length < size) return null;
      return { consumed: size, output: exifChunk(input.subarray(HEAD_BYTES, HEAD_BYTES + length)) };
    }
    const nothing = { consumed: 0, output: Buffer.alloc(0) };
    return { ...nothing, run: { left: size, keep: isCritical(type) || SHOWN.has(type) ? 'pass' : 'drop' } };
  }

  private begin(input: Buffer): Step | null {
    if (input.length < SIGNATURE_BYTES) return null;
    this.isBegun = true;
    return { consumed: SIGNATURE_BYTES, output: input.subarray(0, SIGNATURE_BYTES) };
  }
}

/** No decoder shows a picture without it: its first letter is upper-case. */
function isCritical(type: string): boolean {
  return type[0]! >= 'A' && type[0]! <= 'Z';
}

function exifChunk(tiff: Buffer): Buffer {
  const orientation = orientationOf(tiff);
  if (orientation === null) return Buffer.alloc(0);
  const checked = Buffer.concat([Buffer.from('eXIf', 'latin1'), tiffWith(orientation)]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(checked.length - 4);
  crc.writeUInt32BE(crc32(checked));
  return Buffer.concat([length, checked, crc]);
}
