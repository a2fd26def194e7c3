import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Completion {
  model: string;
  temperature?: number;
  max_tokens?: number;
  max_completion_tokens?: number;
  response_format?: object;
  stream_options?: object;
  stream?: boolean;
  messages: { role: string; content: string }[];
}

export interface AskedModel {
  authorization: string | undefined;
  trace: Pick<IncomingHttpHeaders, 'traceparent' | 'tracestate'>;
  body: Completion;
}

/** An OpenAI-compatible server that replies as a test wants it to. */
export class ModelServer {
  readonly requests: AskedModel[] = [];
  /** What the model says; null: the server fails. */
  reply: (body: Completion) => string | null = () => null;
  /** What it says of its tokens. */
  usage: object | null = { prompt_tokens: 120, completion_tokens: 20, total_tokens: 140 };
  /** The models that it lists; null: it has no list. */
  models: string[] | null = ['house-model', 'other-model'];
  /** Replaces {@link reply} if it is set, to send answers of a broken or hostile server. */
  misbehave: ((request: AskedModel, response: ServerResponse) => void) | null = null;
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

  /** The model says this object from now on. */
  says(reply: object): void {
    this.reply = () => JSON.stringify(reply);
  }

  private list(response: ServerResponse): void {
    const data = this.models?.map((id) => ({ id, object: 'model' }));
    response.writeHead(data ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(data ? { object: 'list', data } : { error: { message: 'Not Found' } }));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET') return this.list(response);
    const body = JSON.parse(await text(request)) as Completion;
    const { authorization, traceparent, tracestate } = request.headers;
    const received = { authorization, trace: { traceparent, tracestate }, body };
    this.requests.push(received);
    if (this.misbehave) return this.misbehave(received, response);
    const content = this.reply(body);
    if (content === null) return void response.writeHead(500).end();
    const { usage } = this;
    if (!body.stream) {
      const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: 'c1', object: 'chat.completion', choices, usage }));
      return;
    }
    beginStream(response);
    // In pieces that end anywhere, as tokens do.
    for (let at = 0; at < content.length; at += 7) response.write(frameOf(content.slice(at, at + 7)));
    response.end(`data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`);
  }
}

/** For a test that streams by itself. */
export function beginStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

/** An event of a stream in which the model says so much. */
export function frameOf(content: unknown): string {
  return `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content } }] })}\n\n`;
}
