import { IncomingMessage, type OutgoingHttpHeaders, type RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { OwnFailure } from '../errors/own-failure';
import type { Authentication } from './authentication';

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
  const request = requestOf(inner);
  inside.set(request, inner);
  return new Promise((resolve, reject) => application(request, new InnerResponse(request, resolve, reject)));
}

function requestOf({ method, url, headers, body, address }: InnerRequest): IncomingMessage {
  const request = new IncomingMessage(new InnerSocket(address) as unknown as Socket);
  Object.assign(request, {
    method,
    url,
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

/** Stands where the connection would be, on which nothing arrives or leaves. */
class InnerSocket extends Duplex {
  constructor(readonly remoteAddress: string) {
    super();
  }

  override _read(): void {}
}

/**
 * Keeps what is written. Its methods are its own properties, because Express puts another prototype in the place of each
 * response's; without a connection Node would write no head, and nobody reads one here.
 */
class InnerResponse extends ServerResponse {
  private readonly written: Buffer[] = [];
  private length = 0;

  constructor(
    request: IncomingMessage,
    private readonly resolve: (answer: InnerAnswer) => void,
    private readonly reject: (error: Error) => void,
  ) {
    super(request);
    request.socket.once('close', () => this.reject(new CutOff()));
  }

  override write = (chunk: unknown, ...more: unknown[]): boolean => {
    if (!this.headersSent) this.writeHead(this.statusCode);
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encodingAmong(more)) : (chunk as Buffer);
    this.length += bytes.length;
    if (this.length > LONGEST_ANSWER) this.destroy(new OwnFailure('The answer to an inner request is too long.'));
    else this.written.push(bytes);
    callbackAmong(more)?.();
    return true;
  };

  override end = (...parameters: unknown[]): this => {
    if (this.writableEnded || this.destroyed) return this;
    const [chunk, ...more] = parameters;
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.write(chunk, encodingAmong(more));
    else if (!this.headersSent) this.writeHead(this.statusCode);
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- what Node tells by writableEnded and writableFinished
    this.finished = true;
    process.nextTick(() => {
      callbackAmong(parameters)?.();
      this.emit('finish');
      this.resolve({
        status: this.statusCode,
        headers: this.getHeaders(),
        text: Buffer.concat(this.written).toString('utf8'),
      });
      this.leave();
    });
    return this;
  };

  override destroy = (error: Error = new CutOff()): this => {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.reject(error);
    process.nextTick(() => this.leave());
    return this;
  };

  private leave = (): void => {
    this.emit('close');
    this.req.socket.destroy();
  };
}

class CutOff extends OwnFailure {
  constructor() {
    super('The response to an inner request was cut off.');
  }
}

function encodingAmong(parameters: readonly unknown[]): BufferEncoding {
  return parameters.find((one): one is BufferEncoding => typeof one === 'string') ?? 'utf8';
}

function callbackAmong(parameters: readonly unknown[]): (() => void) | undefined {
  return parameters.find((one): one is () => void => typeof one === 'function');
}
