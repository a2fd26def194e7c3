import { asItIs, ImageCleaner, nothingElse, type Step } from './image-cleaner';
import { orientationOf, TIFF_BYTES, tiffWith } from './tiff-orientation';

/** ITU-T T.81, table B.1. */
const MARKER = { start: 0xd8, scan: 0xda, comment: 0xfe, exif: 0xe1, iptc: 0xed };
const END = Buffer.from([0xff, 0xd9]);
const EXIF = Buffer.from('Exif\0\0', 'latin1');

/**
 * A JPEG without EXIF but its orientation, XMP, IPTC and comments, and without what follows its end, which can be another picture with
 * all of them. Segments keep their sizes.
 */
export class JpegCleaner extends ImageCleaner {
  private isBegun = false;
  private isScan = false;

  protected step(input: Buffer): Step | null {
    if (this.isScan) return scan(input);
    if (!this.isBegun) return this.begin(input);
    if (input.length < 4) return null;
    const marker = input[1]!;
    if (input[0] !== 0xff) return asItIs();
    if (marker === MARKER.start) return { consumed: 2, output: Buffer.alloc(0) };
    if (marker === 0xff) return filling(input);
    const size = 2 + input.readUInt16BE(2);
    if (size < 4) return asItIs();
    if (input.length < size) return null;
    this.isScan = marker === MARKER.scan;
    const segment = Buffer.from(input.subarray(0, size));
    if (marker === MARKER.exif) cleanExif(segment.subarray(4));
    if (marker === MARKER.iptc || marker === MARKER.comment) segment.fill(0, 4);
    return { consumed: size, output: segment };
  }

  private begin(input: Buffer): Step | null {
    if (input.length < 2) return null;
    this.isBegun = true;
    return input[1] === MARKER.start ? { consumed: 2, output: input.subarray(0, 2) } : asItIs();
  }
}

/** Any number of bytes 0xff can be before a marker (T.81, B.1.1.2): all but the last, in one step. */
function filling(input: Buffer): Step {
  let length = 1;
  while (input[length + 1] === 0xff) length += 1;
  return { consumed: length, output: input.subarray(0, length) };
}

/** In the data of a picture, no byte 0xff is followed by 0xd9 but at its end (T.81, B.1.1.5). */
function scan(input: Buffer): Step | null {
  const end = input.indexOf(END);
  if (end >= 0) return nothingElse(end + END.length, input.subarray(0, end + END.length));
  return input.length < 2 ? null : { consumed: input.length - 1, output: input.subarray(0, -1) };
}

function cleanExif(payload: Buffer): void {
  const isExif = payload.subarray(0, EXIF.length).equals(EXIF);
  const orientation = isExif ? orientationOf(payload.subarray(EXIF.length)) : null;
  payload.fill(0);
  if (orientation === null || payload.length < EXIF.length + TIFF_BYTES) return;
  EXIF.copy(payload);
  tiffWith(orientation).copy(payload, EXIF.length);
}
