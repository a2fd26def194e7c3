import { Api } from './api';
import { Chat } from './chat';
import { Sessions } from './sessions';
import { Tokens } from './tokens';
import { ChatService, refusal } from './service-double';
import { offered } from './state';

let service: ChatService;
let stored: Map<string, string>;
let now = 1_000_000;
beforeEach(() => {
  service = new ChatService();
  stored = new Map();
});

function aChat(): Chat {
  const api = new Api('', service.fetch);
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const ticket = { value: 'ticket', goodFor: 60_000 };
  const sessions = new Sessions(
    api,
    new Tokens(
      'key',
      () => storage,
      () => {},
    ),
    {
      agentId: 'a1',
      locale: 'en',
      ticket,
      renewTicket: async () => ticket,
      now: () => now,
    },
  );
  let id = 0;
  const place = { locale: 'en', pageUrl: () => null, newId: () => `r${++id}`, now: () => now };
  const channel = () => ({ postMessage: () => {}, onmessage: null, close: () => {} });
  const chat = new Chat(api, sessions, place, { channel, lock: () => Promise.resolve() });
  chat.view(true, 'always');
  return chat;
}

const sent = (path: string): ChatService['calls'] => service.calls.filter((call) => call.path === path);
const receive = (chat: Chat, data: object): Promise<void> =>
  (chat as unknown as { onEvent: (event: object) => Promise<void> }).onEvent({ event: 'conversation.updated', data });
const texts = (chat: Chat): string[] => chat.state.messages.map(({ content }) => content);

describe('while the service is down', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const down = (times: number, answer: () => Response): void => {
    for (let time = 0; time < times; time += 1) service.instead.push({ path: /\/visitor\/messages$/, answer });
  };
  const unreachable = (): Response => {
    throw new TypeError('refused');
  };

  it.each([
    ['nothing answers', unreachable],
    ['a proxy answers', refusal(502, 'failed')],
    ['it is overloaded', refusal(503, 'overloaded', { 'retry-after': '2' })],
  ])('retries automatically if %s, with growing waits, and sends each message once and in order', async (_, answer) => {
    const chat = aChat();
    down(4, answer);
    await chat.send('One');
    expect(chat.state).toMatchObject({ problem: { kind: 'away' }, outgoing: [{ state: 'queued' }] });
    await chat.send('Two');
    expect(chat.state.outgoing).toMatchObject([{ state: 'queued' }, { state: 'queued' }]);
    expect(sent('/visitor/messages').map(({ body }) => body!['message'])).toEqual(['One', 'One']);
    await jest.advanceTimersByTimeAsync(400);
    expect(sent('/visitor/messages')).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(texts(chat)).toEqual(['One', 'Re: One', 'Two', 'Re: Two']);
    expect(chat.state).toMatchObject({ problem: null, outgoing: [] });
    expect(sent('/visitor/messages').map(({ body }) => body!['requestId'])).toEqual([
      'r1',
      'r1',
      'r1',
      'r1',
      'r1',
      'r2',
    ]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('shows earlier messages once the service is back', async () => {
    stored.set('key', 'cv_1');
    service.say('agent', 'Hello again');
    for (let time = 0; time < 3; time += 1) service.instead.push({ path: /\/visitor\/session$/, answer: unreachable });
    const chat = aChat();
    await chat.restore();
    expect(texts(chat)).toEqual([]);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(texts(chat)).toEqual(['Hello again']);
  });
});

describe('a person who has the conversation', () => {
  let chat: Chat;
  beforeEach(async () => {
    chat = aChat();
    await chat.send('Hello');
  });

  it('keeps the name under which they replied', async () => {
    await receive(chat, { status: 'open', handler: 'human', person: { name: null } });
    expect(chat.state).toMatchObject({ person: true, personName: null });
    service.say('person', 'Ann here').authorName = 'Ann';
    await chat.catchUp();
    await receive(chat, { status: 'waiting', handler: 'human', person: { name: null } });
    expect(chat.state.personName).toBe('Ann');
    await receive(chat, { status: 'open', handler: 'human', person: { name: 'Bo' } });
    expect(chat.state.personName).toBe('Bo');
    await receive(chat, { status: 'open', handler: 'agent', person: null });
    expect(chat.state).toMatchObject({ person: false, personName: null });
  });

  it('is known in another page', async () => {
    service.say('person', 'Ann here').authorName = 'Ann';
    const other = aChat();
    await other.restore();
    expect(other.state.personName).toBe('Ann');
  });

  it('is informed of typing at most every two seconds, and of its end', async () => {
    jest.useFakeTimers({ now });
    await receive(chat, { status: 'open', handler: 'human', person: null });
    const signs = (): unknown[] => sent('/visitor/conversations/c1/typing').map(({ body }) => body!['typing']);
    chat.typing(true);
    chat.typing(true);
    chat.typing(false);
    chat.typing(true);
    chat.typing(false);
    expect(signs()).toEqual([true]);
    now += 1_999;
    await jest.advanceTimersByTimeAsync(1_999);
    expect(signs()).toEqual([true]);
    now += 1;
    await jest.advanceTimersByTimeAsync(1);
    expect(signs()).toEqual([true, false]);
    chat.typing(false);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(signs()).toEqual([true, false]);
    jest.useRealTimers();
  });
});

describe('what is offered in place of an answer', () => {
  const suggestions = [{ title: 'Returns', url: null }];
  const sentTexts = (): unknown[] => sent('/visitor/messages').map(({ body }) => body!['message']);
  let chat: Chat;
  beforeEach(async () => {
    stored.set('key', 'cv_1');
    service.say('visitor', 'Can I pay in shells?');
    service.say('agent', 'I do not know.').suggestions = suggestions;
    chat = aChat();
    await chat.restore();
  });

  it('is there in another page too, and is sent once', async () => {
    expect(offered(chat.state)).toEqual(suggestions);
    const accepted = [chat.accept('Returns'), chat.accept('Returns')];
    expect(offered(chat.state)).toBeNull();
    await Promise.all(accepted);
    expect(sentTexts()).toEqual(['Returns']);
    expect(offered(chat.state)).toBeNull();
  });

  it('can be nothing but a person', async () => {
    service.messages[1]!.suggestions = [];
    await chat.again();
    expect(offered(chat.state)).toEqual([]);
    await chat.accept('I want to talk to a person.');
    expect(sentTexts()).toEqual(['I want to talk to a person.']);
  });

  it.each(['person', 'visitor'] as const)('ends with a message of the %s that another tab shows', async (from) => {
    service.say(from, 'Shells are fine.');
    await chat.catchUp();
    expect(offered(chat.state)).toBeNull();
    await chat.accept('Returns');
    expect(sentTexts()).toEqual([]);
  });

  it('ends when a person takes over', async () => {
    await receive(chat, { status: 'open', handler: 'human', person: null });
    expect(offered(chat.state)).toBeNull();
  });
});
