import { decodingOf } from '../../../common/text/named-encoding';
import { encodingOfFile } from '../../../common/text/read-text';
import type { ImportFormat } from '../contact-import.types';

/** Bytes by which the encoding of a file is recognized. */
const BEGINNING = 65_536;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

interface Conversion {
  take: (bytes: Buffer) => Buffer;
  end: () => Buffer;
}

/** A file as imports read it. NDJSON is UTF-8 (RFC 8259 §8.1). */
export function inUtf8(format: ImportFormat, bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  return format === 'csv' ? fileInUtf8(bytes) : bytes;
}

/**
 * A text file as UTF-8, while it arrives. Holds its first 64 KiB in memory, by which it recognizes the encoding. Latin text that is not
 * UTF-8 stays as it is, because single rows may be UTF-8 nevertheless. Line ends that are a carriage return alone become line feeds.
 */
export async function* fileInUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let conversion: Conversion | null = null;
  for await (const piece of withBeginning(bytes)) {
    conversion ??= conversionOf(piece);
    yield conversion.take(piece);
  }
  const rest = conversion?.end() ?? Buffer.alloc(0);
  if (rest.length > 0) yield rest;
}

/** The same bytes; the first piece has all by which the encoding is recognized. */
async function* withBeginning(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let beginning: Buffer | null = Buffer.alloc(0);
  for await (const piece of bytes) {
    if (beginning === null) {
      yield piece;
      continue;
    }
    beginning = Buffer.concat([beginning, piece]);
    if (beginning.length < BEGINNING) continue;
    yield beginning;
    beginning = null;
  }
  if (beginning !== null && beginning.length > 0) yield beginning;
}

function conversionOf(beginning: Buffer): Conversion {
  const encoding = encodingOfFile(beginning.subarray(0, BEGINNING));
  const decoded = encoding === null || encoding === 'utf-8' ? AS_IT_IS : decoding(encoding);
  // The decoder keeps no state here that the file itself needs: another one reads the beginning again.
  const sample = encoding === null || encoding === 'utf-8' ? beginning : decoding(encoding).take(beginning);
  return hasCarriageReturnsAlone(sample) ? withLineFeeds(decoded) : decoded;
}

const AS_IT_IS: Conversion = { take: (bytes) => bytes, end: () => Buffer.alloc(0) };

function decoding(encoding: string): Conversion {
  const { take, end } = decodingOf(encoding);
  return { take: (bytes) => Buffer.from(take(bytes)), end: () => Buffer.from(end()) };
}

function hasCarriageReturnsAlone(beginning: Buffer): boolean {
  return beginning.includes(CARRIAGE_RETURN) && !beginning.includes(LINE_FEED);
}

function withLineFeeds({ take, end }: Conversion): Conversion {
  const converted = (bytes: Buffer): Buffer =>
    bytes.map((byte) => (byte === CARRIAGE_RETURN ? LINE_FEED : byte)) as Buffer;
  return { take: (bytes) => converted(take(bytes)), end: () => converted(end()) };
}
