import { Api } from './api';
import { Conversation } from './conversation';
import { LIVE_TIMES } from './live';
import { ChatService, stream } from './service-double';
import { Sessions } from './sessions';
import { Tokens } from './tokens';
import type { Attachment, Message } from './types';

const before = { ...LIVE_TIMES };
beforeEach(() => Object.assign(LIVE_TIMES, { poll: 5 }));
let opened: Conversation | null = null;
afterEach(() => {
  Object.assign(LIVE_TIMES, before);
  opened?.view(false, 'never');
});

const file = (status: Attachment['status']): Attachment[] => [
  { id: 'f1', fileName: 'figures.txt', sizeBytes: 7, previewable: false, status },
];
const statuses = ({ state }: Conversation): unknown[] =>
  state.messages.map(({ attachments = [] }) => attachments.map(({ status }) => status).join());

/** A conversation on the page. Without `locks` it reads no stream. */
function open(service: ChatService, { locks }: { locks: boolean }): Conversation {
  const api = new Api('', service.fetch);
  const stored = new Map([['key', 'cv_1']]);
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const tokens = new Tokens(
    'key',
    () => storage,
    () => {},
  );
  const ticket = { value: 'ticket', goodFor: 60_000 };
  const renewTicket = async (): Promise<typeof ticket> => ticket;
  const sessions = new Sessions(api, tokens, { agentId: 'a1', locale: 'en', ticket, renewTicket, now: Date.now });
  const browser = {
    channel: () => ({ postMessage: () => {}, onmessage: null, close: () => {} }),
    lock: (_name: string, _signal: AbortSignal, work: () => Promise<void>) =>
      locks ? work() : Promise.reject(new Error('SecurityError')),
  };
  opened = new Conversation(api, sessions, browser);
  return opened;
}

/** A file of the visitor waits for the scanner, and a later message has none. */
function asked(service: ChatService): Message {
  const message = Object.assign(service.say('visitor', 'See the file.'), { attachments: file('scanning') });
  service.say('agent', 'Thank you.');
  return message;
}

async function until(holds: () => boolean): Promise<void> {
  for (let round = 0; !holds(); round++) {
    if (round > 400) throw new Error('It did not happen');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

it.each(['ready', 'infected'] as const)('an event of the stream shows that a file is %s', async (status) => {
  const service = new ChatService();
  const message = asked(service);
  const updated = { ...message, attachments: file(status) };
  service.instead.push({
    path: /\/events\?/,
    answer: () =>
      stream([
        ['ready', { seq: 2 }],
        ['message.updated', { message: updated }],
      ]),
  });
  const conversation = open(service, { locks: true });
  await conversation.restore();
  expect(statuses(conversation)).toEqual(['scanning', '']);
  conversation.view(true, 'always');
  await until(() => statuses(conversation)[0] === status);
  conversation.view(false, 'never');
  expect(conversation.state.messages.map(({ id }) => id)).toEqual(['m1', 'm2']);
  expect(conversation.state.arrived).toEqual([]);
});

it('without a stream, a message is read again until its files are checked, and then no more', async () => {
  const service = new ChatService();
  const message = asked(service);
  const conversation = open(service, { locks: false });
  await conversation.restore();
  const readFrom = (): string[] => service.calls.flatMap(({ path }) => /after=(\d+)/.exec(path)?.[1] ?? []);
  conversation.view(true, 'always');
  await until(() => readFrom().length > 3);
  expect(statuses(conversation)).toEqual(['scanning', '']);
  message.attachments = file('ready');
  await until(() => statuses(conversation)[0] === 'ready');
  const { length } = readFrom();
  await until(() => readFrom().length > length + 2);
  conversation.view(false, 'never');
  expect(readFrom().at(-1)).toBe('2');
  expect(conversation.state.messages).toHaveLength(2);
});
