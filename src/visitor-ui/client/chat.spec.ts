import { Api } from './api';
import { Chat } from './chat';
import { Sessions } from './sessions';
import { Tokens } from './tokens';
import { ChatService as Service, refusal, stream } from './service-double';

let service: Service;
let stored: Map<string, string>;
let storedByLoader: (string | null)[];
let blocked: boolean;

beforeEach(() => {
  service = new Service();
  stored = new Map();
  storedByLoader = [];
  blocked = false;
});

function aChat(): Chat {
  const api = new Api('', service.fetch);
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const place = (): typeof storage => {
    if (blocked) throw new Error('SecurityError');
    return storage;
  };
  const sessions = new Sessions(api, new Tokens('key', place, (token) => storedByLoader.push(token)), {
    agentId: 'a1',
    locale: 'en',
    ticket: { value: 'first ticket', goodFor: 60_000 },
    renewTicket: async () => ({ value: 'second ticket', goodFor: 60_000 }),
    now: () => now,
  });
  let id = 0;
  const browser = {
    channel: () => ({ postMessage: () => {}, onmessage: null, close: () => {} }),
    lock: () => Promise.resolve(),
  };
  const chat = new Chat(
    api,
    sessions,
    { locale: 'en', pageUrl: () => 'https://shop.example/', newId: () => `r${++id}`, now: () => now },
    browser,
  );
  chat.view(true, 'always');
  return chat;
}

let now = 1_000_000;
const sent = (path: string): Service['calls'] => service.calls.filter((call) => call.path === path);
const texts = (chat: Chat): string[] => chat.state.messages.map(({ content }) => content);

describe('before the first message', () => {
  it('sends no request and stores nothing', async () => {
    await aChat().restore();
    expect(service.calls).toEqual([]);
    expect(stored.size).toBe(0);
  });
});

describe('send', () => {
  it('creates the session, then shows the messages of the service', async () => {
    const chat = aChat();
    await chat.send('Hello');
    expect(texts(chat)).toEqual(['Hello', 'Re: Hello']);
    expect(chat.state).toMatchObject({ conversationId: 'c1', outgoing: [], answer: null, thinking: false, unread: 0 });
    expect(sent('/visitor/agents/a1/sessions')).toMatchObject([{ body: { ticket: 'first ticket', locale: 'en' } }]);
    const body = { message: 'Hello', requestId: 'r1', locale: 'en', pageUrl: 'https://shop.example/' };
    expect(sent('/visitor/messages')).toMatchObject([{ body, token: 'cv_1' }]);
    expect(stored.get('key')).toBe('cv_1');
  });

  it('continues the same conversation', async () => {
    const chat = aChat();
    await chat.send('Hello');
    await chat.send('And more');
    expect(sent('/visitor/messages')[1]!.body).toMatchObject({ conversationId: 'c1', requestId: 'r2' });
    expect(texts(chat)).toEqual(['Hello', 'Re: Hello', 'And more', 'Re: And more']);
  });

  it('keeps a message that could not be sent, and sends it again with the same requestId', async () => {
    const chat = aChat();
    service.instead.push({
      path: /\/visitor\/messages$/,
      answer: () => {
        throw new TypeError('offline');
      },
    });
    await chat.send('Hello');
    expect(chat.state.outgoing).toMatchObject([{ requestId: 'r1', text: 'Hello', state: 'queued' }]);
    await chat.retry('r1');
    expect(texts(chat)).toEqual(['Hello', 'Re: Hello']);
    expect(chat.state.outgoing).toEqual([]);
    expect(sent('/visitor/messages').map(({ body }) => body!['requestId'])).toEqual(['r1', 'r1']);
  });

  it('retries automatically if the answer breaks off, in one turn', async () => {
    const chat = aChat();
    const broken = new ReadableStream({ start: (controller) => controller.error(new Error('reset')) });
    const headers = { 'content-type': 'text/event-stream' };
    service.instead.push({ path: /\/visitor\/messages$/, answer: () => new Response(broken, { headers }) });
    await chat.send('Hello');
    expect(texts(chat)).toEqual(['Hello', 'Re: Hello']);
    expect(sent('/visitor/messages').map(({ body }) => body!['requestId'])).toEqual(['r1', 'r1']);
  });

  it('creates one new session if the old one has ended, and keeps the text', async () => {
    stored.set('key', 'cv_old');
    const chat = aChat();
    service.instead.push({ path: /\/visitor\/messages$/, answer: refusal(401, 'session_expired') });
    await chat.send('Hello');
    expect(sent('/visitor/messages').map(({ token }) => token)).toEqual(['cv_old', 'cv_1']);
    expect(texts(chat)).toEqual(['Hello', 'Re: Hello']);
    service.instead.push({ path: /\/visitor\/messages$/, answer: refusal(401, 'token_invalid') });
    service.instead.push({ path: /\/visitor\/messages$/, answer: refusal(401, 'token_invalid') });
    await chat.send('Again');
    expect(chat.state).toMatchObject({ outgoing: [{ text: 'Again', state: 'unsent' }], problem: { kind: 'failed' } });
  });

  it.each([
    [429, 'rate_limited', { 'retry-after': '23' }, { kind: 'wait', until: 1_023_000 }],
    [503, 'model_unavailable', {}, { kind: 'wait', until: 1_005_000 }],
    [409, 'agent_inactive', {}, { kind: 'inactive' }],
    [403, 'forbidden', {}, { kind: 'refused' }],
    [500, 'internal_error', {}, { kind: 'failed' }],
  ] as const)('reports %s', async (status, code, headers, problem) => {
    now = 1_000_000;
    const chat = aChat();
    service.instead.push({ path: /\/visitor\/messages$/, answer: refusal(status, code, headers) });
    await chat.send('Hello');
    expect(chat.state).toMatchObject({ problem, outgoing: [{ state: 'unsent' }], thinking: false });
  });

  it('reports a turn that fails after its stream has begun', async () => {
    now = 1_000_000;
    const chat = aChat();
    const answer = (): Response =>
      stream([
        ['message.delta', { text: 'x' }],
        ['turn.failed', { code: 'rate_limited', retryAfter: 7 }],
      ]);
    service.instead.push({ path: /\/visitor\/messages$/, answer });
    await chat.send('Hello');
    expect(chat.state).toMatchObject({ problem: { kind: 'wait', until: 1_007_000 }, answer: null });
  });

  it('renews a ticket that is too old', async () => {
    now = 1_000_000;
    const chat = aChat();
    now += 61_000;
    await chat.send('Hello');
    expect(sent('/visitor/agents/a1/sessions')[0]!.body).toMatchObject({ ticket: 'second ticket' });
  });
});

describe('storage that throws', () => {
  it('affects only the next page, which restores the token from the loader', async () => {
    blocked = true;
    const chat = aChat();
    await chat.send('Hello');
    await chat.send('And more');
    expect(sent('/visitor/messages').map(({ token }) => token)).toEqual(['cv_1', 'cv_1']);
    expect(storedByLoader).toEqual(['cv_1']);
  });
});

describe('another page', () => {
  it('continues where the visitor left', async () => {
    await aChat().send('Hello');
    const chat = aChat();
    await chat.restore();
    expect(texts(chat)).toEqual(['Hello', 'Re: Hello']);
    expect(chat.state).toMatchObject({ conversationId: 'c1', arrived: [], unread: 0 });
  });

  it('counts messages as unread while the page is hidden, and reports once that they were read', async () => {
    await aChat().send('Hello');
    const chat = aChat();
    chat.view(false, 'for people');
    await chat.restore();
    expect(chat.state.unread).toBe(1);
    service.say('person', 'Can I help?');
    await chat.catchUp();
    expect(chat.state).toMatchObject({ unread: 2, arrived: [{ content: 'Can I help?' }] });
    const before = service.calls.length;
    chat.view(true, 'always');
    expect(chat.state.unread).toBe(0);
    expect(service.calls.slice(before).map(({ path }) => path)).toContain('/visitor/conversations/c1/read');
  });

  it('starts empty if the session is gone', async () => {
    stored.set('key', 'cv_old');
    service.instead.push({ path: /\/visitor\/session$/, answer: refusal(401, 'session_expired') });
    const chat = aChat();
    await chat.restore();
    expect(chat.state).toMatchObject({ messages: [], loading: false });
    expect(stored.size).toBe(0);
  });

  it('keeps the new session after a late refusal of the old one', async () => {
    stored.set('key', 'cv_old');
    let refuse = (): void => {};
    const late = new Promise<Response>((resolve) => (refuse = () => resolve(refusal(401, 'session_expired')())));
    service.instead.push({ path: /\/visitor\/session$/, answer: () => late });
    const made = { session: { verified: true }, token: 'cv_ann' };
    service.instead.push({ path: /\/identity$/, answer: () => Response.json(made) });
    const chat = aChat();
    const restored = chat.restore();
    await chat.identify('jwt of Ann');
    refuse();
    await restored;
    await chat.send('Hello');
    expect(service.calls.find(({ path }) => path === '/visitor/messages')).toMatchObject({ token: 'cv_ann' });
  });

  it('starts empty after logout', async () => {
    const chat = aChat();
    await chat.send('Hello');
    await chat.logout();
    expect(chat.state).toMatchObject({ messages: [], conversationId: null });
    expect(stored.size).toBe(0);
    expect(service.calls.at(-1)).toMatchObject({ method: 'DELETE', path: '/visitor/session', token: 'cv_1' });
  });
});
