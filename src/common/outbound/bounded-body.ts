import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { FetchFailure } from './fetch-failure';

/** The encodings that are asked for. */
export const ENCODINGS = 'gzip, br';

/**
 * The whole body, unpacked; no more than `longest` bytes are read of it, packed or unpacked, however many it would come to.
 *
 * @throws FetchFailure too_large, unsupported_type; what the connection or the unpacking failed with
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
      throw new FetchFailure('unsupported_type', `The server sends an encoding that was not asked for (${ENCODINGS}).`);
  }
}

/** Feeds one piece at a time, so that an unpacked megabyte is taken away before the next one is made. */
async function* piped(pieces: AsyncIterable<Buffer>, unpack: ReturnType<typeof createGunzip>): AsyncIterable<Buffer> {
  const fed = feed(pieces, unpack);
  // Where it fails, so does the iteration below, which is where the reason is told.
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

/** An empty gzip member has 20 bytes and unpacks to nothing, so what is packed is counted too. */
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
  return new FetchFailure('too_large', `What the address gives has more than ${longest} bytes.`, { longest });
}
