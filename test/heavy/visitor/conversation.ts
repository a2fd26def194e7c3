import { randomUUID } from 'node:crypto';
import { createServer, request as forward, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

interface Line {
  from: 'visitor' | 'agent' | 'person';
  content: string;
  authorName?: string | null;
  blocks?: unknown[];
  citations?: unknown[];
  suggestions?: unknown[] | null;
  createdAt?: string;
}

/** What happens to the next message. */
export type Next =
  | 'answered'
  | 'unanswered'
  | 'held'
  | 'limited'
  | 'inactive'
  | 'refused'
  | 'failing'
  | 'broken'
  | 'away';

/** Status and code of what is refused. */
const REFUSALS: Partial<Record<Next, [number, string]>> = {
  limited: [429, 'rate_limited'],
  inactive: [409, 'agent_inactive'],
  refused: [403, 'forbidden'],
  failing: [500, 'internal_error'],
  away: [503, 'overloaded'],
};

const ANSWER = 'You can return **anything** within 30 days, at [any post office](https://shop.example/post).';
const CITATIONS = [
  { index: 1, title: 'Returns and refunds', url: 'https://shop.example/returns', quote: '30 days' },
  { index: 2, title: 'Shipping', url: null, quote: 'post office' },
];

/** What the agent writes if it has no answer. */
const UNANSWERED = 'I could not find an answer to that.';
const SUGGESTIONS = [
  { title: 'Returns > Gifts', url: 'https://shop.example/returns#gifts' },
  { title: 'Vouchers', url: null },
];

/**
 * The service, as the browser sees it: documents, files and sessions are the real one's; one conversation is scripted, so that a
 * test can hold an answer back, break it off, and speak for a person.
 */
export class ScriptedService {
  readonly requests: string[] = [];
  readonly sent: { requestId: string; message: string; pageUrl?: string; locale?: string; voiceConsent?: string }[] =
    [];
  next: Next = 'answered';
  /** What is offered in place of an answer. */
  suggestions: { title: string; url: string | null }[] = SUGGESTIONS;
  /** false: the conversation is the real one's, too. */
  scripted = true;
  handler: 'agent' | 'human' = 'agent';
  /** So many of the next documents are as another build has made them: their files are not there. */
  foreignDocuments = 0;
  /** So many of the next scripts do not come. */
  lostScripts = 0;
  private messages: (Line & { id: string; seq: number })[] = [];
  private readonly streams = new Set<ServerResponse>();
  private readonly turns = new Map<string, string>();

  private constructor(
    private readonly server: Server,
    private readonly behind: string,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void this.answer(request, response));
  }

  static async start(port: number, behind: string): Promise<ScriptedService> {
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', () => resolve()));
    return new ScriptedService(server, behind);
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  /** Ends every connection; new ones are taken. */
  cut(): void {
    this.server.closeAllConnections();
  }

  begin(): void {
    this.requests.length = this.sent.length = this.messages.length = 0;
    this.turns.clear();
    this.next = 'answered';
    this.handler = 'agent';
    this.scripted = true;
    this.suggestions = SUGGESTIONS;
    this.foreignDocuments = this.lostScripts = 0;
    for (const stream of this.streams) stream.end();
  }

  get openStreams(): number {
    return this.streams.size;
  }

  say(line: Line): void {
    const seq = this.messages.length + 1;
    const blocks = line.blocks ?? [{ type: 'p', children: [line.content] }];
    const createdAt = new Date().toISOString();
    const shared = { authorName: null, citations: [], suggestions: null, edited: false, createdAt };
    const message = { ...shared, ...line, blocks, id: randomUUID(), seq };
    this.messages.push(message);
    this.send('message.created', { message });
  }

  /** A person of the team takes the conversation over. null: it waits for one. */
  handOver(name: string | null): void {
    this.handler = 'human';
    this.send('conversation.updated', { status: 'open', handler: 'human', person: { name } });
  }

  send(event: string, data: unknown): void {
    for (const stream of this.streams) stream.write(written(event, data));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://parley.localhost');
    const visitor = /^\/api\/v1\/visitor\/(.*)$/.exec(pathname)?.[1];
    this.requests.push(`${request.method} ${pathname}`);
    if (/^\/assets\/app-/.test(pathname) && this.lostScripts > 0) {
      this.lostScripts--;
      return void response.writeHead(503).end();
    }
    if (!this.scripted || visitor === undefined || visitor.startsWith('agents/')) return this.pass(request, response);
    const json = (body: unknown, status = 200, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
    };
    if (visitor === 'session') {
      if (request.method === 'DELETE') return json({ ended: true });
      const { handler } = this;
      const conversation = { id: 'c1', status: 'open', handler, unreadCount: 0 };
      return json({ session: {}, conversations: this.messages.length > 0 ? [conversation] : [] });
    }
    if (visitor === 'data') {
      this.messages = [];
      return json({ erased: true });
    }
    if (visitor === 'messages')
      return this.turn(JSON.parse(await bodyOf(request)) as ScriptedService['sent'][0], response);
    if (visitor.endsWith('/messages')) {
      const after = Number(searchParams.get('after'));
      return json({ messages: this.messages.filter(({ seq }) => seq > after), nextCursor: null });
    }
    if (visitor.endsWith('/events')) {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.write(written('ready', { seq: this.messages.length }));
      this.streams.add(response);
      response.on('close', () => this.streams.delete(response));
      return;
    }
    return json({ unreadCount: 0 });
  }

  private turn(turn: ScriptedService['sent'][0], response: ServerResponse): void {
    this.sent.push(turn);
    const { next } = this;
    const refusal = REFUSALS[next];
    if (refusal) {
      const [status, code] = refusal;
      // What is away for a moment answers what comes next.
      if (next === 'away') this.next = 'answered';
      response.writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': '3' });
      return void response.end(JSON.stringify({ error: 'No.', code, details: [] }));
    }
    this.next = 'answered';
    if (!this.turns.has(turn.requestId)) {
      this.turns.set(turn.requestId, turn.message);
      this.say({ from: 'visitor', content: turn.message });
      if (next === 'unanswered' && this.handler === 'agent') {
        setTimeout(() => this.say({ from: 'agent', content: UNANSWERED, suggestions: this.suggestions }), 350);
      } else if (next !== 'held' && this.handler === 'agent') {
        const link = { type: 'a', href: 'https://shop.example/post', children: ['any post office'] };
        const strong = { type: 'strong', children: ['anything'] };
        const blocks = [{ type: 'p', children: ['You can return ', strong, ' within 30 days, at ', link, '.'] }];
        setTimeout(() => this.say({ from: 'agent', content: ANSWER, blocks, citations: CITATIONS }), 350);
      }
    }
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(written('turn.started', { turnId: 't1', requestId: turn.requestId, conversationId: 'c1' }));
    if (this.handler === 'human') return void response.end(this.completed(turn.requestId, 'human_active'));
    if (next === 'broken') return void setTimeout(() => response.destroy(), 50);
    const words = next === 'unanswered' ? [] : ANSWER.split(/(?<= )/);
    for (const [index, text] of words.entries()) {
      setTimeout(() => response.write(written('message.delta', { text })), 20 * index);
    }
    if (next !== 'held')
      setTimeout(
        () => response.end(this.completed(turn.requestId, next === 'unanswered' ? 'no_answer' : 'answered')),
        400,
      );
  }

  private completed(requestId: string, outcome: string): string {
    const suggestions = outcome === 'no_answer' ? this.suggestions : [];
    return written('turn.completed', { turnId: 't1', requestId, conversationId: 'c1', outcome, suggestions });
  }

  private async foreign(answer: IncomingMessage, response: ServerResponse): Promise<void> {
    this.foreignDocuments--;
    const text = (await bodyOf(answer)).replace(/(app|devices)-\w{12}\.js/, '$1-fedcba987654.js');
    const { 'content-length': _, ...headers } = answer.headers;
    response.writeHead(answer.statusCode!, headers).end(text);
  }

  private pass(request: IncomingMessage, response: ServerResponse): void {
    const { hostname, port } = new URL(this.behind);
    const onward = forward({ hostname, port, path: request.url, method: request.method, headers: request.headers });
    onward.on('response', (answer) => {
      if (this.foreignDocuments > 0 && answer.headers['content-type']?.startsWith('text/html'))
        return void this.foreign(answer, response);
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }
}

function written(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return text;
}
