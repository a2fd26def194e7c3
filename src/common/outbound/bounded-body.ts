import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { FetchFailure } from './fetch-failure';

/** The content encodings that requests accept. */
export const ENCODINGS = 'gzip, br';

/**
 * The whole decompressed body. It may have at most `longest` bytes, both compressed and decompressed.
 *
 * @throws FetchFailure too_large, unsupported_type; the error of the connection or of the decompression
 */
export async function boundedBody(body: Readable, encoding: string | undefined, longest: number): Promise<Buffer> {
  const unpack = unpacking(encoding);
  try {
    return await collected(unpack === null ? body : piped(bounded(body, longest), unpack), longest);
  } finally {
    body.destroy();
    unpack?.destroy();
  }
}

function unpacking(encoding: string | undefined): ReturnType<typeof createGunzip> | null {
  switch (encoding?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new FetchFailure('unsupported_type', `The server uses a content encoding other than ${ENCODINGS}.`);
  }
}

/** Feeds one chunk at a time, so that the reader consumes a decompressed megabyte before the next one is produced. */
async function* piped(pieces: AsyncIterable<Buffer>, unpack: ReturnType<typeof createGunzip>): AsyncIterable<Buffer> {
  const fed = feed(pieces, unpack);
  // A failure also fails the iteration below, which throws the reason.
  fed.catch((error: unknown) => unpack.destroy(error as Error));
  for await (const piece of unpack) yield piece as Buffer;
  await fed;
}

async function feed(pieces: AsyncIterable<Buffer>, unpack: ReturnType<typeof createGunzip>): Promise<void> {
  for await (const piece of pieces) {
    await new Promise<void>((resolve, reject) => unpack.write(piece, (error) => (error ? reject(error) : resolve())));
  }
  unpack.end();
}

/** Counts compressed bytes too, because an empty gzip member has 20 bytes and decompresses to nothing. */
async function* bounded(body: Readable, longest: number): AsyncIterable<Buffer> {
  let size = 0;
  for await (const piece of body) {
    size += (piece as Buffer).length;
    if (size > longest) throw tooLarge(longest);
    yield piece as Buffer;
  }
}

async function collected(pieces: AsyncIterable<unknown>, longest: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += (piece as Buffer).length;
    if (size > longest) throw tooLarge(longest);
    chunks.push(piece as Buffer);
  }
  return Buffer.concat(chunks);
}

function tooLarge(longest: number): FetchFailure {
  return new FetchFailure('too_large', `The response is larger than ${longest} bytes.`, { longest });
}
