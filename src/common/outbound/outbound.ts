import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { Settings } from '../../config/load-settings';
import { AddressGuard } from './address-guard';
import { boundedBody, ENCODINGS } from './bounded-body';
import { FetchFailure } from './fetch-failure';
import { isPublicAddress } from './public-address';
import { inSpan } from '../tracing/spans';
import { ROBOT } from './robot';
import { smallReads } from './small-reads';

const MOST_REDIRECTS = 5;
const CONNECT_MS = 5_000;
/** The longest time without a byte, in milliseconds. The caller bounds the total time. */
const SILENCE_MS = 10_000;
/** Statuses without a body (Fetch standard). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);
/** Response headers that callers of {@link Outbound.send} can read. */
const PASSED_HEADERS = ['content-type', 'retry-after'] as const;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface OutboundRequest {
  headers?: Readonly<Record<string, string>>;
  /** The most bytes of the body, compressed or decompressed. */
  longest: number;
  /** Timeout for name look-ups, connections, redirects and the body together. */
  milliseconds: number;
  /** Called before each address, including those of redirects. Throws if the address may not be fetched. */
  ensure?: (url: URL) => Promise<void>;
  signal?: AbortSignal;
}

export interface OutboundMessage {
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** The most bytes of the response body to read. */
  longest: number;
  /** Timeout for the name look-up, the connection and the response together. */
  milliseconds: number;
  signal?: AbortSignal;
}

/** A reply, and whether it came from the operator's own network (FETCH_ALLOWED_HOSTS): users must not read it. */
export interface PostReply extends OutboundReply {
  isOwnNetwork: boolean;
}

export interface OutboundReply {
  /** The final address after redirects. */
  url: URL;
  status: number;
  headers: IncomingHttpHeaders;
  /** Empty unless the status is 200. */
  body: Buffer;
}

/**
 * Sends requests to addresses that users entered. Each connection goes to an IP address that {@link AddressGuard} has checked for it.
 * The name is not resolved again, so it cannot change in between (DNS rebinding).
 */
@Injectable()
export class Outbound implements OnApplicationShutdown {
  private readonly agent: Agent;
  private readonly userAgent: string;
  /** The origins that led to an address which is not public. Few: FETCH_ALLOWED_HOSTS must allow them. */
  private readonly ownNetwork = new Set<string>();

  constructor(
    private readonly guard: AddressGuard,
    { values: { PUBLIC_URL } }: Settings,
  ) {
    this.userAgent = `${ROBOT}/1.0 (+${PUBLIC_URL})`;
    this.agent = new Agent({
      connect: (options, callback) => void this.connect(options, callback),
      headersTimeout: SILENCE_MS,
      bodyTimeout: SILENCE_MS,
      // An open connection saves the handshakes for the next page of a site, and still leads to the checked address.
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 30_000,
    });
  }

  /**
   * Follows a bounded number of redirects.
   *
   * @throws FetchFailure, and the errors of `ensure`
   */
  async get(address: URL, request: OutboundRequest): Promise<OutboundReply> {
    const overdue = AbortSignal.timeout(request.milliseconds);
    const signal = request.signal ? AbortSignal.any([overdue, request.signal]) : overdue;
    try {
      return await asSpan('GET', () => this.follow(address, request, signal));
    } catch (error) {
      throw overdue.aborted ? tooSlow() : failureOf(error);
    }
  }

  /**
   * Sends one request without following redirects, and returns the response as a stream. The caller bounds time and size: `signal`
   * ends the request and its response.
   *
   * @throws FetchFailure if the address is not allowed; the error of the connection
   */
  async send(
    url: URL,
    {
      method,
      headers,
      body,
      signal,
    }: { method: 'GET' | 'POST'; headers: Headers; body: string | null; signal: AbortSignal },
  ): Promise<Response> {
    this.guard.ensureAcceptable(url);
    const reply = await asSpan(method, () =>
      this.agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers: { ...Object.fromEntries(headers), 'user-agent': this.userAgent },
        body,
        signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      }),
    );
    const { statusCode: status } = reply;
    const isEmpty = WITHOUT_BODY.has(status);
    if (isEmpty) reply.body.on('error', () => {}).destroy();
    const responseHeaders = new Headers();
    for (const name of PASSED_HEADERS) {
      const value = reply.headers[name];
      if (typeof value === 'string') responseHeaders.set(name, value);
    }
    return new Response(isEmpty ? null : (Readable.toWeb(reply.body) as ReadableStream<Uint8Array>), {
      status,
      headers: responseHeaders,
    });
  }

  /**
   * Sends one request without following redirects, and returns the beginning of the response. Bytes beyond `longest`, or after the
   * timeout, are dropped. Only the timeout bounds how long the server may be silent.
   *
   * @throws FetchFailure if no response begins in time
   */
  async post(
    url: URL,
    { headers, body, longest, milliseconds, signal: stopping }: OutboundMessage,
  ): Promise<PostReply> {
    this.guard.ensureAcceptable(url);
    const overdue = AbortSignal.timeout(milliseconds);
    const signal = stopping ? AbortSignal.any([overdue, stopping]) : overdue;
    try {
      const reply = await asSpan('POST', () =>
        this.agent.request({
          origin: url.origin,
          path: url.pathname + url.search,
          method: 'POST',
          headers: { ...headers, 'user-agent': this.userAgent },
          body,
          signal,
          // The timeout above bounds the whole request, also where it is longer than the usual silence.
          headersTimeout: 0,
          bodyTimeout: 0,
        }),
      );
      const beginning = await beginningOf(reply.body, longest);
      const isOwnNetwork = this.guard.isOwnNetwork(url) || this.ownNetwork.has(url.origin);
      return { url, status: reply.statusCode, headers: reply.headers, body: beginning, isOwnNetwork };
    } catch (error) {
      throw overdue.aborted ? tooSlow() : failureOf(error);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  private async follow(address: URL, request: OutboundRequest, signal: AbortSignal): Promise<OutboundReply> {
    let url = address;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      // Check before robots.txt is fetched, and also if a connection is already open.
      this.guard.ensureAcceptable(url);
      await request.ensure?.(url);
      const reply = await this.ask(url, request, signal);
      if ('status' in reply) return reply;
      url = reply.next;
    }
    throw new FetchFailure('unreachable', `The address redirects more than ${MOST_REDIRECTS} times.`);
  }

  private async ask(
    url: URL,
    { headers, longest }: OutboundRequest,
    signal: AbortSignal,
  ): Promise<OutboundReply | { next: URL }> {
    const reply = await this.agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: { 'user-agent': this.userAgent, 'accept-encoding': ENCODINGS, ...headers },
      signal,
    });
    try {
      const next = redirectOf(reply, url);
      if (next) return { next };
      const { statusCode: status } = reply;
      const body = status === 200 ? await boundedBody(reply.body, encodingOf(reply), longest) : Buffer.alloc(0);
      return { url, status, headers: reply.headers, body };
    } finally {
      // Drop the rest of the body and ignore its error.
      reply.body.on('error', () => {}).destroy();
    }
  }

  private async connect(options: buildConnector.Options, callback: buildConnector.Callback): Promise<void> {
    const { protocol, hostname, port } = options;
    try {
      const host = hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname;
      const url = new URL(`${protocol}//${host}${port ? `:${port}` : ''}`);
      const found = await this.guard.destinations(url);
      const lookup: LookupFunction = (_name, { all }, done) => {
        if (all) done(null, found);
        else done(null, found[0]!.address, found[0]!.family);
      };
      if (!found.every(({ address }) => isPublicAddress(address))) this.ownNetwork.add(url.origin);
      buildConnector({ timeout: CONNECT_MS, lookup, autoSelectFamily: true })(options, smallReads(callback));
    } catch (error) {
      callback(error as Error, null);
    }
  }
}

/** A span without the address, which belongs to a customer. */
function asSpan<Reply extends { status: number } | { statusCode: number }>(
  method: string,
  ask: () => Promise<Reply>,
): Promise<Reply> {
  return inSpan({ name: method, role: 'client', facts: { 'http.request.method': method } }, async (span) => {
    const reply = await ask();
    span?.add({ 'http.response.status_code': 'status' in reply ? reply.status : reply.statusCode });
    return reply;
  });
}

/** The received part of a body. A short rest is read as well, so that the connection can be reused. */
async function beginningOf(body: Readable, longest: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of body) {
      pieces.push(piece as Buffer);
      size += (piece as Buffer).length;
      if (size > longest) break;
    }
  } catch {
    // The connection broke, or the timeout has passed.
  } finally {
    body.on('error', () => {}).destroy();
  }
  return Buffer.concat(pieces).subarray(0, longest);
}

function redirectOf({ statusCode, headers: { location } }: Dispatcher.ResponseData, url: URL): URL | null {
  if (!REDIRECTS.has(statusCode) || typeof location !== 'string') return null;
  if (URL.canParse(location, url.href)) return new URL(location, url.href);
  throw new FetchFailure('unreachable', 'The address redirects to an invalid URL.');
}

function encodingOf({ headers }: Dispatcher.ResponseData): string | undefined {
  const encoding = headers['content-encoding'];
  return Array.isArray(encoding) ? encoding.join(',') : encoding;
}

/** Translates errors of undici and Node. */
function failureOf(error: unknown): unknown {
  if (error instanceof FetchFailure) return error;
  const { code = '', name } = error as NodeJS.ErrnoException;
  if (name === 'AbortError') return error;
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') {
    return tooSlow();
  }
  return code === '' && name !== 'HTTPParserError'
    ? error
    : // The parser does not always have a code.
      new FetchFailure('unreachable', unreachable(code), { code: code || name });
}

function unreachable(code: string): string {
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)) return 'The certificate of the server is not valid.';
  if (code === 'ECONNREFUSED') return 'The server refuses connections.';
  return 'The server could not be reached, or the connection broke.';
}

function tooSlow(): FetchFailure {
  return new FetchFailure('timeout', 'The server took too long to answer.');
}
