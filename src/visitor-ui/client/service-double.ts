import type { Message } from './types';

/** A service in memory that answers the calls of the chat. */
export class ChatService {
  readonly messages: Message[] = [];
  readonly calls: { method: string; path: string; body: Record<string, unknown> | undefined; token: string | null }[] =
    [];
  /** Answers for the next calls of a path, used before the service's own answers. */
  readonly instead: { path: RegExp; answer: () => Response | Promise<Response> }[] = [];
  private readonly turns = new Map<string, string>();
  private sessions = 0;

  readonly fetch: typeof fetch = async (address, init = {}) => {
    const url = new URL(String(address), 'http://parley');
    const path = url.pathname + url.search;
    const headers = init.headers as Record<string, string>;
    const body = init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : undefined;
    const token = headers['Authorization']?.slice('Bearer '.length) ?? null;
    this.calls.push({ method: init.method!, path, body, token });
    const at = this.instead.findIndex((one) => one.path.test(path));
    if (at >= 0) return this.instead.splice(at, 1)[0]!.answer();
    return this.answer(init.method!, url, body);
  };

  say(from: Message['from'], content: string): Message {
    const seq = this.messages.length + 1;
    const createdAt = '2026-01-15T09:30:00.000Z';
    const shared = { blocks: [], citations: [], suggestions: null, edited: false, authorName: null, createdAt };
    const message = { id: `m${seq}`, seq, from, content, ...shared };
    this.messages.push(message);
    return message;
  }

  private answer(method: string, { pathname, searchParams }: URL, body?: Record<string, unknown>): Response {
    if (pathname.endsWith('/sessions')) {
      return Response.json({ session: { verified: false }, token: `cv_${++this.sessions}` }, { status: 201 });
    }
    if (pathname === '/visitor/session') {
      const conversations =
        this.messages.length > 0 ? [{ id: 'c1', status: 'open', handler: 'agent', unreadCount: 1 }] : [];
      return Response.json({ conversations });
    }
    if (pathname === '/visitor/messages') return this.turn(String(body!['requestId']), String(body!['message']));
    if (method === 'GET' && pathname.endsWith('/messages')) {
      const messages = this.messages.filter(({ seq }) => seq > Number(searchParams.get('after')));
      return Response.json({ messages, nextCursor: null });
    }
    return Response.json({ unreadCount: 0 });
  }

  private turn(requestId: string, text: string): Response {
    if (!this.turns.has(requestId)) {
      this.say('visitor', text);
      this.turns.set(requestId, this.say('agent', `Re: ${text}`).id);
    }
    return stream([
      ['turn.started', { conversationId: 'c1' }],
      ['message.delta', { text: 'Re:' }],
      ['turn.completed', { requestId, conversationId: 'c1', outcome: 'answered' }],
    ]);
  }
}

export function stream(events: [string, unknown][]): Response {
  const text = events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('');
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } });
}

export const refusal =
  (status: number, code: string, headers: Record<string, string> = {}) =>
  (): Response =>
    Response.json({ code }, { status, headers });
