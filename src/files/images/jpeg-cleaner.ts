import { asItIs, ImageCleaner, nothingElse, type Step } from './image-cleaner';
import { orientationOf, TIFF_BYTES, tiffWith } from './tiff-orientation';

/** ITU-T T.81, table B.1. */
const MARKER = { start: 0xd8, end: 0xd9, scan: 0xda, exif: 0xe1 };
const END = Buffer.from([0xff, MARKER.end]);
const EXIF = Buffer.from('Exif\0\0', 'latin1');
/** What segments of applications begin with that say how to show the picture. */
const KEPT = new Map([
  [0xe0, Buffer.from('JFIF\0', 'latin1')],
  [0xe2, Buffer.from('ICC_PROFILE\0', 'latin1')],
  [0xee, Buffer.from('Adobe', 'latin1')],
]);

/**
 * A JPEG with the segments of its picture alone, its colors and its orientation, and without what follows its end, which can be another
 * picture with all the rest. Segments keep their sizes; bytes between them, which decoders skip, are left out.
 */
export class JpegCleaner extends ImageCleaner {
  private isBegun = false;
  private isScan = false;

  protected step(input: Buffer): Step | null {
    if (!this.isBegun) return this.begin(input);
    return this.isScan ? this.scan(input) : this.segment(input);
  }

  private begin(input: Buffer): Step | null {
    if (input.length < 2) return null;
    this.isBegun = true;
    return input[0] === 0xff && input[1] === MARKER.start ? { consumed: 2, output: input.subarray(0, 2) } : asItIs();
  }

  private segment(input: Buffer): Step | null {
    if (input[0] !== 0xff) return without(input.includes(0xff) ? input.indexOf(0xff) : input.length);
    if (input.length < 2) return null;
    const marker = input[1]!;
    if (marker === 0xff) return filling(input);
    if (marker === MARKER.end) return nothingElse(2, END);
    if (isAlone(marker)) return without(2);
    if (input.length < 4) return null;
    const size = 2 + input.readUInt16BE(2);
    if (size < 4) return without(2);
    if (input.length < size) return null;
    this.isScan = marker === MARKER.scan;
    const segment = Buffer.from(input.subarray(0, size));
    clean(marker, segment.subarray(4));
    return { consumed: size, output: segment };
  }

  /** The data of a scan: up to the next segment, in which a comment or another scan can follow (T.81, B.1.1.5). */
  private scan(input: Buffer): Step | null {
    let at = 0;
    while (at < input.length) {
      if (input[at] !== 0xff) at += 1;
      else if (input[at + 1] === 0xff) at += 1;
      else if (isInScan(input[at + 1])) at += 2;
      else break;
    }
    this.isScan = at + 1 >= input.length;
    if (at > 0) return { consumed: at, output: input.subarray(0, at) };
    return this.isScan ? null : this.segment(input);
  }
}

function without(bytes: number): Step {
  return { consumed: bytes, output: Buffer.alloc(0) };
}

/** Any number of bytes 0xff can be before a marker (T.81, B.1.1.2): all but the last, in one step. */
function filling(input: Buffer): Step {
  let length = 1;
  while (input[length + 1] === 0xff) length += 1;
  return { consumed: length, output: input.subarray(0, length) };
}

/** A byte 0xff of the data, or a restart. */
function isInScan(marker: number | undefined): boolean {
  return marker === 0 || (marker !== undefined && marker >= 0xd0 && marker <= 0xd7);
}

/** No length follows. */
function isAlone(marker: number): boolean {
  return marker <= 1 || (marker >= 0xd0 && marker <= MARKER.start);
}

/** Frames, tables and scans. */
function isOfPicture(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xdf && marker !== 0xc8;
}

function clean(marker: number, payload: Buffer): void {
  const kept = KEPT.get(marker);
  if (isOfPicture(marker) || (kept && payload.subarray(0, kept.length).equals(kept))) return;
  if (marker === MARKER.exif) cleanExif(payload);
  else payload.fill(0);
}

function cleanExif(payload: Buffer): void {
  const isExif = payload.subarray(0, EXIF.length).equals(EXIF);
  const orientation = isExif ? orientationOf(payload.subarray(EXIF.length)) : null;
  payload.fill(0);
  if (orientation === null || payload.length < EXIF.length + TIFF_BYTES) return;
  EXIF.copy(payload);
  tiffWith(orientation).copy(payload, EXIF.length);
}
