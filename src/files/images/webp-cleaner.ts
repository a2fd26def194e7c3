import { asItIs, ImageCleaner, type Step } from './image-cleaner';
import { orientationOf, TIFF_BYTES, tiffWith } from './tiff-orientation';

/** `RIFF`, the size of all that follows, `WEBP`. */
const FILE_HEAD_BYTES = 12;
const HEAD_BYTES = 8;
/** A longer EXIF chunk loses its orientation. */
const LONGEST_EXIF = 1_048_576;
/** Of the flags of VP8X (RFC 9649 §2.7): the file has XMP. */
const HAS_XMP = 0x04;
const EXIF_PREFIX = 'Exif\0\0';

/** A WebP (RFC 9649) with its picture and colors alone, and its orientation. Chunks keep their sizes. */
export class WebpCleaner extends ImageCleaner {
  private isBegun = false;

  protected step(input: Buffer): Step | null {
    if (!this.isBegun) {
      if (input.length < FILE_HEAD_BYTES) return null;
      this.isBegun = true;
      return { consumed: FILE_HEAD_BYTES, output: input.subarray(0, FILE_HEAD_BYTES) };
    }
    if (input.length < HEAD_BYTES) return null;
    const length = input.readUInt32LE(4);
    const padded = length + (length % 2);
    switch (input.toString('latin1', 0, 4)) {
      case 'VP8X':
        return length > LONGEST_EXIF ? asItIs() : whole(input, padded, withoutXmp);
      case 'EXIF':
        if (length <= LONGEST_EXIF) return whole(input, padded, cleanExif);
        return { consumed: HEAD_BYTES, output: headed('EXIF', input), run: { left: padded, keep: 'zero' } };
      case 'VP8 ':
      case 'VP8L':
      case 'ALPH':
      case 'ANIM':
      case 'ANMF':
      case 'ICCP':
        return { consumed: 0, output: Buffer.alloc(0), run: { left: HEAD_BYTES + padded, keep: 'pass' } };
      default:
        return { consumed: HEAD_BYTES, output: headed('JUNK', input), run: { left: padded, keep: 'zero' } };
    }
  }
}

function whole(input: Buffer, padded: number, change: (data: Buffer) => void): Step | null {
  const size = HEAD_BYTES + padded;
  if (input.length < size) return null;
  const chunk = Buffer.from(input.subarray(0, size));
  if (padded > 0) change(chunk.subarray(HEAD_BYTES));
  return { consumed: size, output: chunk };
}

function headed(type: string, input: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type, 'latin1'), input.subarray(4, HEAD_BYTES)]);
}

function withoutXmp(flags: Buffer): void {
  flags[0] = flags[0]! & ~HAS_XMP;
}

function cleanExif(data: Buffer): void {
  const from = data.toString('latin1', 0, EXIF_PREFIX.length) === EXIF_PREFIX ? EXIF_PREFIX.length : 0;
  const orientation = orientationOf(data.subarray(from));
  data.fill(0);
  if (orientation !== null && data.length >= TIFF_BYTES) tiffWith(orientation).copy(data);
}
