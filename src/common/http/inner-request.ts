import { IncomingMessage, type OutgoingHttpHeaders, type RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { Authentication } from '../auth/authentication';

/** Who was found to call a moment ago, with their reach in one workspace; null: in none. */
export interface KnownCaller extends Authentication {
  workspaceId: string | null;
}

/** A request that this process makes to itself on behalf of a caller. */
export interface InnerRequest {
  method: string;
  /** Path and query, as in a request line. */
  url: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** JSON text; null for a request without a body. */
  body: string | null;
  /** The caller's address: limits count it, not this process. */
  address: string;
  /** What the caller's credential must be meant for. */
  audience: string;
  /** The operation that it is made for: where the path leads to another one, there is nothing (404). */
  operationId: string;
  /** Need not be looked up again for a path in the same workspace. */
  caller: KnownCaller;
}

export interface InnerAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  text: string;
}

/** Longer than any answer in JSON; what is longer is a mistake, and must not fill the memory. */
const LONGEST_ANSWER = 16 * 1_048_576;

/** What nobody outside can say of their request: an object of this process, not a header. */
const inside = new WeakMap<IncomingMessage, InnerRequest>();

/** Whom an inner request is for, and what; undefined for one that came over the network. */
export function innerRequest(
  request: IncomingMessage,
): Pick<InnerRequest, 'audience' | 'operationId' | 'caller'> | undefined {
  return inside.get(request);
}

/**
 * Runs a request through the whole application, as if it had come over the network: same middleware, guards, pipes and
 * filters, the same line in the log. Nothing is opened or looked up on the way, so there is no address to know and
 * nothing to drain beside the request that it is made for.
 */
export function sendInside(application: RequestListener, inner: InnerRequest): Promise<InnerAnswer> {
  const socket = new InnerSocket(inner.address);
  const request = requestOf(inner, socket);
  inside.set(request, inner);
  const response = new ServerResponse(request);
  response.assignSocket(socket as unknown as Socket);
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The response to an inner request was cut off')));
    response.once('finish', () => {
      response.detachSocket(socket as unknown as Socket);
      response.emit('close');
      resolve({ status: response.statusCode, headers: response.getHeaders(), text: socket.body() });
      socket.destroy();
    });
    application(request, response);
  });
}

function requestOf({ method, url, headers, body }: InnerRequest, socket: InnerSocket): IncomingMessage {
  const request = new IncomingMessage(socket as unknown as Socket);
  Object.assign(request, {
    method,
    url,
    // In HTTP/1.0 a response has no chunks: what follows its head is its body.
    httpVersion: '1.0',
    httpVersionMajor: 1,
    httpVersionMinor: 0,
    headers: {
      ...headers,
      ...(body !== null && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    },
    complete: true,
  });
  if (body !== null) request.push(body);
  request.push(null);
  return request;
}

/** Stands where the connection would be, and keeps what is written. */
class InnerSocket extends Duplex {
  private readonly written: Buffer[] = [];
  private length = 0;

  constructor(readonly remoteAddress: string) {
    super();
  }

  body(): string {
    const bytes = Buffer.concat(this.written);
    return bytes.subarray(bytes.indexOf('\r\n\r\n') + 4).toString('utf8');
  }

  override _read(): void {
    // Nothing arrives: the request is complete.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.length += chunk.length;
    if (this.length > LONGEST_ANSWER) return done(new Error('The answer to an inner request is too long'));
    this.written.push(chunk);
    done();
  }
}
