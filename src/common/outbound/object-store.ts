import { Readable } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import { type S3Bucket, s3BucketOf } from './s3-bucket';

const CONNECT_MS = 5_000;
/** The longest time without a byte. */
const SILENCE_MS = 30_000;
const SHORT_MS = 60_000;
/** The longest upload of an object. After twice this time, none can be under way any more. */
export const PUT_MS = 10 * 60_000;

/** The store has refused a request, or did not answer. The message names no text of the store, which can name keys. */
export class StoreFailed extends Error {
  constructor(
    what: string,
    readonly status: number | null,
    options?: ErrorOptions,
  ) {
    super(
      `${what}: ${status === null ? 'the store cannot be reached, or the connection broke' : `status ${status}`}`,
      options,
    );
    this.name = 'StoreFailed';
  }
}

/**
 * Objects in a bucket of S3, or of a server that speaks its protocol. Requests are plain and signed, without the checksums and
 * chunked signatures of SDKs, which servers of others do not know.
 */
export class ObjectStore {
  private readonly bucket: S3Bucket;
  private readonly agent = new Agent({
    connect: { timeout: CONNECT_MS },
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
  });

  constructor(setting: string) {
    this.bucket = s3BucketOf(new URL(setting));
  }

  /** Stores a whole object, or none. @throws StoreFailed, and the errors of reading `bytes` */
  async put(
    key: string,
    bytes: AsyncIterable<Buffer>,
    { sizeBytes, sha256 }: { sizeBytes: number; sha256: Buffer },
  ): Promise<void> {
    const headers = {
      'content-type': 'application/octet-stream',
      'content-length': String(sizeBytes),
      'x-amz-content-sha256': sha256.toString('hex'),
    };
    let failure: unknown = null;
    // The store would report the broken connection in place of its cause.
    async function* noted(): AsyncGenerator<Buffer> {
      try {
        yield* bytes;
      } catch (error) {
        failure = error;
        throw error;
      }
    }
    try {
      await this.send('PUT', key, {
        headers,
        body: Readable.from(noted(), { objectMode: false }),
        milliseconds: PUT_MS,
      });
    } catch (error) {
      throw failure ?? error;
    }
    const stored = await this.size(key);
    if (stored !== sizeBytes) throw new StoreFailed('An object is not as long as its file', 200);
  }

  /** The length of an object in bytes; null: there is none. @throws StoreFailed */
  async size(key: string): Promise<number | null> {
    const reply = await this.send('HEAD', key, { alsoGood: [404] });
    return reply.statusCode === 404 ? null : Number(reply.headers['content-length']);
  }

  /** A part of an object. Null: there is no such object. @throws StoreFailed, also if the part is shorter */
  async read(key: string, from: number, length: number): Promise<Buffer | null> {
    const headers = { range: `bytes=${from}-${from + length - 1}` };
    const { statusCode, body } = await this.send('GET', key, { headers, alsoGood: [404], keepsBody: true });
    if (statusCode === 404) {
      await body.dump();
      return null;
    }
    const bytes = await bounded(body, length);
    // A server that ignores the range would send the beginning.
    if (statusCode !== 206 || bytes.length !== length)
      throw new StoreFailed('A part of an object is not whole', statusCode);
    return bytes;
  }

  /** Also if there is none. @throws StoreFailed */
  async delete(key: string): Promise<void> {
    await this.send('DELETE', key, { alsoGood: [404] });
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }

  private async send(
    method: 'PUT' | 'GET' | 'HEAD' | 'DELETE',
    key: string,
    {
      headers = {},
      body = null,
      milliseconds = SHORT_MS,
      alsoGood = [],
      keepsBody = false,
    }: {
      headers?: Record<string, string>;
      body?: Readable | null;
      milliseconds?: number;
      alsoGood?: readonly number[];
      keepsBody?: boolean;
    },
  ): Promise<Dispatcher.ResponseData> {
    const url = new URL(this.bucket.address + key);
    const signed = await this.bucket.client.sign(url.href, { method, headers });
    const what = `${method} of an object`;
    try {
      const reply = await this.agent.request({
        origin: url.origin,
        path: url.pathname,
        method,
        headers: { ...Object.fromEntries(signed.headers), ...headers },
        body,
        signal: AbortSignal.timeout(milliseconds),
        // A store may take its time to keep a large object.
        ...(method === 'PUT' && { headersTimeout: milliseconds }),
      });
      const isGood = (reply.statusCode >= 200 && reply.statusCode < 300) || alsoGood.includes(reply.statusCode);
      if (!isGood || !keepsBody) await reply.body.dump({ limit: 65_536 }).catch(() => {});
      if (!isGood) throw new StoreFailed(what, reply.statusCode);
      return reply;
    } catch (error) {
      throw error instanceof StoreFailed ? error : new StoreFailed(what, null, { cause: error });
    }
  }
}

/** @throws StoreFailed if the connection breaks */
async function bounded(body: Readable, length: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of body) {
      pieces.push(piece as Buffer);
      size += (piece as Buffer).length;
      if (size > length) break;
    }
  } catch (error) {
    throw new StoreFailed('A part of an object', null, { cause: error });
  }
  return Buffer.concat(pieces);
}
