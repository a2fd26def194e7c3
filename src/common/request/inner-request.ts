import { IncomingMessage, type OutgoingHttpHeaders, type RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { OwnFailure } from '../errors/own-failure';
import type { Authentication } from './authentication';

/** A caller that was authenticated a moment ago, with its access in one workspace, or in none if null. */
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
  /** The caller's address, which rate limits count. */
  address: string;
  /** The URL that the caller's credential must be valid for. */
  audience: string;
  /** The operation to call. If the path leads to another operation, the response is 404. */
  operationId: string;
  /** The authenticated caller, which is not looked up again for a path in the same workspace. */
  caller: KnownCaller;
}

export interface InnerAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  text: string;
}

/** In bytes. Longer than any JSON response of the service; a longer response is a fault and must not fill the memory. */
const LONGEST_ANSWER = 16 * 1_048_576;

/** Marks inner requests. It holds objects of this process instead of using a header, so that no outside caller can set it. */
const inside = new WeakMap<IncomingMessage, InnerRequest>();

/** The properties of an inner request. Undefined for a request from the network. */
export function innerRequest(
  request: IncomingMessage,
): Pick<InnerRequest, 'audience' | 'operationId' | 'caller'> | undefined {
  return inside.get(request);
}

/**
 * Runs a request through the whole application as if it came from the network: with the same middleware, guards, pipes, filters
 * and log line. It opens no connection, so it needs no address, and a shutdown only waits for the outer request.
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

/** Takes the place of the connection. It transfers no data. */
class InnerSocket extends Duplex {
  constructor(readonly remoteAddress: string) {
    super();
  }

  override _read(): void {}
}

/**
 * Collects the body. Its methods are own properties, because Express replaces the prototype of each response. Node writes no head
 * without a connection, and none is needed.
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
    if (this.length > LONGEST_ANSWER) this.destroy(new OwnFailure('The response to an inner request is too long.'));
    else this.written.push(bytes);
    callbackAmong(more)?.();
    return true;
  };

  override end = (...parameters: unknown[]): this => {
    if (this.writableEnded || this.destroyed) return this;
    const [chunk, ...more] = parameters;
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.write(chunk, encodingAmong(more));
    else if (!this.headersSent) this.writeHead(this.statusCode);
    // oxlint-disable-next-line typescript/no-deprecated -- Node sets it together with writableEnded and writableFinished
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
