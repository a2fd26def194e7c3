import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface AskedEmbeddings {
  readonly authorization: string | undefined;
  readonly trace: Pick<IncomingHttpHeaders, 'traceparent' | 'tracestate'>;
  readonly body: { model: string; input: string[]; encoding_format: string };
}

/** An OpenAI-compatible server whose vectors mean what a test says they mean. */
export class EmbeddingServer {
  readonly requests: AskedEmbeddings[] = [];
  /** Texts that match one of them mean the same; one that matches none means something that no other does. */
  meanings: RegExp[] = [];
  dimensions = 16;
  /** What it says of its tokens. */
  usage: object | undefined;
  /** Answers in place of vectors where it is set. */
  misbehave: ((request: AskedEmbeddings, response: ServerResponse) => void) | null = null;
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** What it would answer. */
  reply({ body: { input } }: AskedEmbeddings): { data: { index: number; embedding: unknown[] }[] } {
    return { data: input.map((text, index) => ({ index, embedding: this.vector(text) })) };
  }

  private vector(text: string): number[] {
    const vector = Array<number>(this.dimensions).fill(0);
    const meaning = this.meanings.findIndex((one) => one.test(text));
    vector[meaning === -1 ? this.dimensions - 1 : meaning] = 3;
    return vector;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') return void response.writeHead(404).end();
    const body = JSON.parse(await text(request)) as AskedEmbeddings['body'];
    const { authorization, traceparent, tracestate } = request.headers;
    const received = { authorization, trace: { traceparent, tracestate }, body };
    this.requests.push(received);
    if (request.url !== '/v1/embeddings') return void response.writeHead(404).end();
    if (this.misbehave) return this.misbehave(received, response);
    // The last one first, since the index determines the order.
    const { data } = this.reply(received);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ object: 'list', data: data.reverse(), model: body.model, usage: this.usage }));
  }
}
