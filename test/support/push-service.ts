import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import { PushReceiver } from './push-receiver';

const FIXTURES = join(__dirname, '../fixtures/push-service');
const cert = readFileSync(join(FIXTURES, 'certificate.pem'), 'utf8');
const key = readFileSync(join(FIXTURES, 'key.pem'), 'utf8');

/** A message as it arrived. */
export interface ArrivedPush {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface TestSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** The answer of an endpoint: a status, perhaps with headers and a body, or a function that writes the response. */
export type PushAnswer =
  | number
  | { status: number; headers?: Record<string, string>; body?: string }
  | ((response: ServerResponse, push: ArrivedPush) => void);

/** A push service of a test's own, over HTTPS, with browsers that have subscribed to it. */
export class PushService {
  readonly arrived: ArrivedPush[] = [];
  connections = 0;
  private readonly answers = new Map<string, PushAnswer>();
  private readonly receivers = new Map<string, PushReceiver>();
  private subscribed = 0;

  private constructor(
    private readonly server: Server,
    private readonly distrust: () => void,
  ) {
    server.on('connection', () => (this.connections += 1));
    server.on('request', (request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const push = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces) };
        this.arrived.push(push);
        answer(response, push, this.answers.get(push.path) ?? 201);
      });
    });
  }

  static async start(): Promise<PushService> {
    const server = createServer({ cert, key }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new PushService(server, trust());
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `https://127.0.0.1:${this.port}`;
  }

  /** What a browser would hand to its page. */
  subscribe(answer: PushAnswer = 201): TestSubscription {
    const path = `/push/${(this.subscribed += 1)}`;
    const receiver = new PushReceiver();
    this.receivers.set(path, receiver);
    this.answers.set(path, answer);
    return { endpoint: this.origin + path, keys: receiver.keys };
  }

  /** From now on it answers so. */
  answer({ endpoint }: TestSubscription, answer: PushAnswer): void {
    this.answers.set(new URL(endpoint).pathname, answer);
  }

  /** What came for it, oldest first. */
  of({ endpoint }: TestSubscription): ArrivedPush[] {
    const { pathname } = new URL(endpoint);
    return this.arrived.filter(({ path }) => path === pathname);
  }

  /** The same, opened. */
  opened(subscription: TestSubscription): { web_push: number; notification: Record<string, string> }[] {
    const receiver = this.receivers.get(new URL(subscription.endpoint).pathname)!;
    return this.of(subscription).map(({ body }) => JSON.parse(receiver.open(body)) as never);
  }

  async stop(): Promise<void> {
    this.distrust();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

function answer(response: ServerResponse, push: ArrivedPush, how: PushAnswer): void {
  if (typeof how === 'function') return how(response, push);
  const { status, headers, body } = typeof how === 'number' ? { status: how, headers: {}, body: '' } : how;
  response.writeHead(status, headers).end(body);
}

/**
 * Makes this process accept the certificate of the tests, besides those that it accepts anyway; operators have NODE_EXTRA_CA_CERTS
 * for this, which is read at the start.
 */
function trust(): () => void {
  const connect = tls.connect as (options: tls.ConnectionOptions, ...others: unknown[]) => tls.TLSSocket;
  const trusting = (options: tls.ConnectionOptions, ...others: unknown[]): tls.TLSSocket =>
    connect({ ...options, ca: [...tls.rootCertificates, cert] }, ...others);
  tls.connect = trusting as typeof tls.connect;
  return () => (tls.connect = connect as typeof tls.connect);
}
