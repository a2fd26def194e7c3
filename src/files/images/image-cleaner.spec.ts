import { crc32, deflateSync } from 'node:zlib';
import { FileTypeNotAllowed } from '../files.errors';
import { cleanerFor } from './cleaner-for';
import { orientationOf, tiffWith } from './tiff-orientation';

const SECRET = 'N 52.5 E 13.4 by Ann';

/** EXIF data with an orientation, and a text behind it. */
const exif = (orientation: number): Buffer => Buffer.concat([tiffWith(orientation), Buffer.from(SECRET)]);

function cleaned(mediaType: string, bytes: Buffer, pieceBytes = bytes.length): Buffer {
  const cleaner = cleanerFor(mediaType)!;
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(cleaner.take(bytes.subarray(at, at + pieceBytes)));
  return Buffer.concat([...pieces, cleaner.end()]);
}

const segment = (marker: number, ...payload: (string | Buffer)[]): Buffer => {
  const data = Buffer.concat(payload.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};
const JFIF = segment(0xe0, 'JFIF\0');
const ADOBE = segment(0xee, 'Adobe', Buffer.alloc(7));
const COLORS = segment(0xe2, 'ICC_PROFILE\0colors');
const SCAN = Buffer.concat([segment(0xda, 'scan'), Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3])]);
const START = Buffer.from([0xff, 0xd8]);
const END = Buffer.from([0xff, 0xd9]);
const jpeg = (...segments: Buffer[]): Buffer => Buffer.concat([START, JFIF, ...segments, ADOBE, COLORS, SCAN, END]);

const chunk = (type: string, data: Buffer): Buffer => {
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  const checked = Buffer.concat([Buffer.from(type), data]);
  crc.writeUInt32BE(crc32(checked));
  return Buffer.concat([length, checked, crc]);
};
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const png = (...chunks: Buffer[]): Buffer =>
  Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.alloc(13)),
    ...chunks,
    chunk('IDAT', deflateSync('x')),
    chunk('IEND', Buffer.alloc(0)),
  ]);

const part = (type: string, data: Buffer): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(type), size, data, Buffer.alloc(data.length % 2)]);
};
const webp = (flags: number, ...parts: Buffer[]): Buffer => {
  const extended = Buffer.alloc(10);
  extended[0] = flags;
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    part('VP8X', extended),
    part('VP8 ', Buffer.from('picture')),
    ...parts,
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from('RIFF'), size, body]);
};

const IMAGES: [string, Buffer][] = [
  [
    'image/jpeg',
    Buffer.concat([
      jpeg(
        segment(0xe1, 'Exif\0\0', exif(6)),
        segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', SECRET),
        segment(0xed, SECRET),
        segment(0xfe, SECRET),
        // C2PA, MPF, Canon's, a reserved marker, a size that is none, and bytes that belong to no segment.
        ...[0xeb, 0xe2, 0xe0, 0xee, 0xf5, 0x02].map((marker) => segment(marker, SECRET)),
        Buffer.from([0xff, 0xe1, 0, 1]),
        Buffer.from(SECRET),
        segment(0xe1, 'Exif\0\0', exif(6)),
        Buffer.from([0x20, 0xff, 0, 0xff, 0xd1]),
        segment(0xfe, SECRET),
        // A scan of several.
        SCAN,
        segment(0xfe, SECRET),
        Buffer.from([0x20]),
        segment(0xeb, SECRET),
        segment(0xc4, 'tables'),
      ),
      // Another picture behind the first.
      jpeg(segment(0xe1, 'Exif\0\0', exif(6))),
    ]),
  ],
  [
    'image/png',
    Buffer.concat([
      png(
        chunk('eXIf', exif(6)),
        chunk('tEXt', Buffer.from(SECRET)),
        chunk('iTXt', Buffer.from(SECRET)),
        chunk('caBX', Buffer.from(SECRET)),
        chunk('maKe', Buffer.from(SECRET)),
      ),
      Buffer.from(SECRET),
    ]),
  ],
  [
    'image/webp',
    webp(
      0x0c,
      part('EXIF', exif(6)),
      part('XMP ', Buffer.from(SECRET)),
      part('C2PA', Buffer.from(SECRET)),
      part('JUNK', Buffer.from(SECRET)),
    ),
  ],
];

describe('cleanerFor', () => {
  it.each(IMAGES)('takes out of %s all but the picture and its orientation, in pieces of any size', (type, image) => {
    expect(image.includes(SECRET)).toBe(true);
    const whole = cleaned(type, image);
    expect(whole.includes(SECRET)).toBe(false);
    const at = whole.indexOf('II*\0');
    expect(orientationOf(whole.subarray(at))).toBe(6);
    for (const size of [1, 2, 3, 7, 64]) expect(cleaned(type, image, size).equals(whole)).toBe(true);
  });

  it.each([
    ['image/jpeg', jpeg()],
    ['image/png', png()],
    ['image/webp', webp(0)],
  ])('leaves %s without such data as it is', (type, image) => {
    expect(cleaned(type, image).equals(image)).toBe(true);
  });

  it('keeps the sizes and colors of a JPEG, and nothing behind its end', () => {
    const [, image] = IMAGES[0]!;
    const whole = cleaned('image/jpeg', image);
    expect(whole.subarray(-2).equals(END)).toBe(true);
    expect(whole.indexOf(END)).toBe(whole.length - 2);
    expect([whole.includes(COLORS), whole.includes(SCAN)]).toEqual([true, true]);
  });

  it('says no longer that a WebP has XMP', () => {
    const whole = cleaned('image/webp', IMAGES[2]![1]);
    expect([whole[20], whole.length]).toEqual([0x08, IMAGES[2]![1].length]);
  });

  it.each(IMAGES)('ends for every beginning of %s, and for bytes that are none', (type, image) => {
    for (let length = 1; length < image.length; length += 1) cleaned(type, image.subarray(0, length));
    for (const byte of [0, 0xff, 0x7f]) {
      const bytes = Buffer.alloc(300, byte);
      expect(cleaned(type, bytes).length).toBeLessThanOrEqual(bytes.length);
    }
  });

  it.each([
    ['image/png', png().subarray(0, -12), Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0xf0]), Buffer.from('IEND')])],
    ['image/png', png().subarray(0, -12), Buffer.concat([Buffer.from([0, 0x10, 0, 0]), Buffer.from('eXIf')])],
    ['image/webp', webp(0), Buffer.concat([Buffer.from('EXIF'), Buffer.from([0, 0, 0x10, 0])])],
    ['image/jpeg', START, Buffer.from([0xff, 0xe1, 0xff, 0xff])],
  ])('holds little of %s, however long its parts say to be', (type, beginning, head) => {
    const [cleaner, piece] = [cleanerFor(type)!, Buffer.alloc(524_288, 0x7f)];
    cleaner.take(Buffer.concat([beginning, head]));
    for (let n = 0; n < 8; n += 1) {
      cleaner.take(piece);
      expect(cleaner.end().length).toBeLessThanOrEqual(1_048_576 + piece.length);
    }
  });

  const EMPTY = { png: chunk('tIME', Buffer.alloc(0)), webp: part('ABCD', Buffer.alloc(0)), jpeg: segment(0xef) };
  it.each([
    ['image/jpeg', START, EMPTY.jpeg],
    ['image/jpeg', START, START],
    ['image/png', SIGNATURE, EMPTY.png],
    ['image/webp', webp(0), EMPTY.webp],
  ])('refuses %s of a great many parts', (type, beginning, tiny) => {
    const of = (parts: number): Buffer => Buffer.concat([beginning, ...Array.from({ length: parts }, () => tiny)]);
    expect(() => cleaned(type, of(19_900), 524_288)).not.toThrow();
    expect(() => cleaned(type, of(20_001), 524_288)).toThrow(FileTypeNotAllowed);
  });

  it('takes bytes that only fill as one part', () => {
    const image = Buffer.concat([START, Buffer.alloc(600_000, 0xff), jpeg().subarray(2)]);
    expect(cleaned('image/jpeg', image, 524_288).equals(image)).toBe(true);
  });

  it.each([
    ['image/jpeg', Buffer.concat([START, JFIF, SCAN]), segment(0xfe, SECRET)],
    ['image/png', png().subarray(0, -12), chunk('eXIf', exif(6))],
    ['image/webp', webp(0), part('EXIF', exif(6))],
  ])('tells nothing of what is cut off in %s', (type, beginning, last) => {
    expect(cleaned(type, Buffer.concat([beginning, last.subarray(0, -1)])).includes(SECRET.slice(0, -1))).toBe(false);
  });
});
