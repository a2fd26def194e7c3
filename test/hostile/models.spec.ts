import type { ServerResponse } from 'node:http';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import type { Reply } from '../support/call';
import { type AskedModel, frameOf, ModelServer } from '../support/model-server';
import { type Parley, startParley } from '../support/parley';

const API_KEY = 'sk-test-4711-quayside';
const SECRET_WORDS = 'my diagnosis is confidential';
const MESSAGE = `How do I reset my password? By the way, ${SECRET_WORDS}.`;

const server = new ModelServer();
let modelUrl: string;
beforeAll(async () => {
  modelUrl = await server.start();
});
afterAll(() => server.stop());
beforeEach(() => (server.misbehave = null));

type Misbehaviour = (request: AskedModel, response: ServerResponse) => void;

/** The key and the customer's words, as an error would repeat them. */
const echo = ({ authorization, body }: AskedModel): string =>
  `Key "${authorization}" may not ask: ${body.messages.map(({ content }) => content).join(' ')}`;

const failing =
  (status: number): Misbehaviour =>
  (request, response) => {
    const error = { message: echo(request), type: echo(request), code: echo(request), param: request.authorization };
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': API_KEY });
    response.end(JSON.stringify({ error }));
  };

const answering =
  (type: string, bodyOf: (request: AskedModel) => string): Misbehaviour =>
  (request, response) => {
    response.writeHead(200, { 'content-type': type, 'x-request-id': API_KEY });
    response.end(bodyOf(request));
  };

const streaming = (bodyOf: (request: AskedModel) => string): Misbehaviour => answering('text/event-stream', bodyOf);

const completion = (content: unknown): string =>
  JSON.stringify({ id: 'c1', object: 'chat.completion', choices: [{ index: 0, message: { content } }] });

/** All of a stream that is understood, and says nothing. */
const NOTHING = frameOf('{"sentences": []}');

const MISBEHAVIOURS: [string, string, Misbehaviour][] = [
  ['400', 'refused', failing(400)],
  ['401', 'unauthorized', failing(401)],
  ['403', 'unauthorized', failing(403)],
  ['429', 'rate_limited', failing(429)],
  ['500', 'failed', failing(500)],
  [
    '500 of HTML',
    'failed',
    (request, response) => {
      response.writeHead(500, { 'content-type': 'text/html' });
      response.end(`<h1>${echo(request)}</h1>`);
    },
  ],
  [
    'a message in its headers',
    'refused',
    (request, response) => {
      response.writeHead(400, `Bad ${API_KEY}`, { 'x-request-id': API_KEY, 'x-error': `${SECRET_WORDS} ${API_KEY}` });
      response.end();
    },
  ],
  [
    'a redirect',
    'redirected',
    (_asked, response) => {
      response.writeHead(307, { location: `${modelUrl}/chat/completions?key=${API_KEY}` });
      response.end();
    },
  ],
  ['a page in place of JSON', 'unreadable', answering('application/json', (request) => `<p>${echo(request)}</p>`)],
  ['text in place of JSON', 'unreadable', answering('text/plain', echo)],
  [
    'a truncated answer',
    'unreadable',
    answering('application/json', (request) => completion(echo(request)).slice(0, -20)),
  ],
  [
    'an answer that breaks off',
    'unreachable',
    (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' });
      response.write(echo(request), () => response.destroy());
    },
  ],
  ['a connection that it cuts', 'unreachable', (_asked, response) => response.destroy()],
  ['words that are no JSON', 'unreadable', answering('application/json', (request) => completion(echo(request)))],
  [
    'another object',
    'unreadable',
    answering('application/json', (request) => completion(JSON.stringify({ [echo(request)]: echo(request) }))),
  ],
  ['a stream of words', 'unreadable', streaming((request) => frameOf(echo(request)))],
  ['a stream of garbage', 'unreadable', streaming((request) => `data: ${echo(request)}\n\n`)],
  ['garbage under another name', 'unreadable', streaming((request) => `event: thread.x\ndata: ${echo(request)}\n\n`)],
  ['a stream of nothing', 'unreadable', streaming(() => 'data: null\n\ndata: [DONE]\n\n')],
  ['a stream of other things', 'unreadable', streaming(() => 'data: {"choices":[{"delta":{"content":[1]}}]}\n\n')],
  [
    'a stream that says that it failed',
    'failed',
    streaming((request) => `data: {"error":{"message":"${API_KEY}"}}\n\n${echo(request)}`),
  ],
  ['a stream that ends early', 'unreadable', streaming(() => frameOf('{"sentences": [{"text": "x", "quotes": []}'))],
  ['thoughts without end', 'unreadable', streaming(() => frameOf(`<think>${'hm '.repeat(40_000)}`))],
  ['endless nesting', 'unreadable', streaming(() => frameOf(`{"sentences": ${'['.repeat(100_000)}`))],
  [
    'a million sentences',
    'unreadable',
    streaming(() => frameOf(`{"sentences": [${'{"text":"x","quotes":[]},'.repeat(1_000)}`)),
  ],
  ['two megabytes before its answer', 'unreadable', streaming(() => `: ${'x'.repeat(2_097_152)}\n\n${NOTHING}`)],
  ['two megabytes of comments before it', 'unreadable', streaming(() => ': comment\n'.repeat(209_716) + NOTHING)],
  ['no text', 'unreadable', answering('application/json', () => completion({ key: API_KEY }))],
  [
    'no choices, but an error',
    'failed',
    answering('application/json', (request) => JSON.stringify({ error: echo(request) })),
  ],
  ['a list', 'unreadable', answering('application/json', (request) => JSON.stringify([echo(request)]))],
];

describe('what a model server says when it fails', () => {
  let parley: Parley;
  let desk: HelpDesk;
  beforeAll(async () => {
    const settings = {
      MODEL_BASE_URL: modelUrl,
      MODEL_API_KEY: API_KEY,
      MODEL_DEFAULT: 'house-model',
      LOG_LEVEL: 'trace',
    };
    parley = await startParley({ settings });
    parley.guard(SECRET_WORDS, 'sk-test', 'quayside');
    desk = await aHelpDesk(parley);
  });
  afterAll(() => parley.stop());

  it.each(MISBEHAVIOURS)('is not logged: %s', async (_what, failure, misbehave) => {
    server.misbehave = misbehave;
    const logged = parley.log.length;
    const before = server.requests.length;
    const reply = await desk.chat({ message: MESSAGE });
    expect([reply.status, reply.body]).toMatchObject([
      200,
      { model: 'parley-extractive', fallback: { from: 'house-model', reason: failure } },
    ]);
    expect(reply.text).not.toMatch(/sk-test|confidential/);
    // Neither repeated nor sent to where the server points.
    expect(server.requests).toHaveLength(before + 1);
    const log = parley.log.slice(logged);
    expect(log).not.toMatch(/sk-test|quayside|confidential/);
    const line = log.split('\n').find((candidate) => candidate.includes('because a model server failed')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({
      requestId: reply.headers.get('x-request-id'),
      err: { type: 'ModelFailure', facts: { failure, milliseconds: expect.any(Number) } },
    });
  });

  it('is not logged where it cannot be reached', async () => {
    const MODEL_BASE_URL = modelUrl.replace('http:', 'https:');
    const settings = { MODEL_BASE_URL, MODEL_API_KEY: API_KEY, MODEL_DEFAULT: 'house-model' };
    const alone = await startParley({ settings });
    const lonely = await aHelpDesk(alone);
    expect((await lonely.chat({ message: MESSAGE })).body.fallback.reason).toBe('unreachable');
    expect(alone.log).toContain('"failure":"unreachable"');
    await alone.stop();
  });
});

describe('a model that says more than its quotes', () => {
  let parley: Parley;
  let desk: HelpDesk;
  beforeAll(async () => {
    parley = await startParley({ settings: { MODEL_BASE_URL: modelUrl, MODEL_DEFAULT: 'house-model' } });
    desk = await aHelpDesk(parley);
  });
  afterAll(() => parley.stop());

  const QUOTE = 'The Team plan costs 29 euros for each member and month.';
  const quotes = (...all: string[]): object[] => all.map((quote) => ({ passage: 1, quote }));
  const ask = async (reply: object): Promise<Reply['body']> => {
    server.says(reply);
    return (await desk.chat({ message: 'How much does the Team plan cost, and when are refunds paid?' })).body;
  };

  it.each([
    ['The quay has 4711 bollards and the ferry costs 99 euros.', 'The'],
    ['The Team plan costs 99 euros.', QUOTE],
    ['The Gold plan costs 29 euros.', QUOTE],
    ['The Team plan costs 29 euros for each member and day.', QUOTE],
    ['The Team plan costs 29 euros, pay at pay.evil.example.', QUOTE],
    ['Yes!', QUOTE],
    ['The Team plan costs 9 euros.', '9 euros for each member'],
    ['Our lawyers recommend selling everything immediately.', QUOTE],
  ])('has no answer: %s', async (text, quote) => {
    for (const reply of [{ sentences: [{ text, quotes: quotes(quote) }] }, { answer: text, quotes: quotes(quote) }]) {
      const { outcome, citations, message } = await ask(reply);
      expect([outcome, citations]).toEqual(['no_answer', []]);
      expect(JSON.stringify(message)).not.toContain(text);
    }
  });

  it('is cut to what they say', async () => {
    const refunds = 'Refunds are paid within fourteen days of your request.';
    const body = await ask({
      sentences: [
        { text: 'Great question!', quotes: [] },
        { text: 'The Team plan costs €29. It has 4711 members.', quotes: quotes(QUOTE) },
        { text: 'Refunds are paid within 14 days.', quotes: quotes('The', refunds) },
        { text: 'Refunds are paid at once.', quotes: quotes(QUOTE) },
      ],
    });
    expect(body).toMatchObject({
      outcome: 'answered',
      message: { content: 'The Team plan costs €29. Refunds are paid within 14 days.' },
      citations: [
        { index: 1, quote: QUOTE },
        { index: 2, quote: refunds },
      ],
    });
    expect(body.citations).toHaveLength(2);
  });

  it('is cut where it gives all quotes in one list, too', async () => {
    const body = await ask({
      answer: 'The Team plan costs €29. The ferry costs 99 euros.',
      quotes: quotes(QUOTE, 'Refunds are paid within fourteen days of your request.', 'The'),
    });
    expect(body.message.content).toBe('The Team plan costs €29.');
    expect(body.citations.map(({ quote }: { quote: string }) => quote)).toEqual([QUOTE]);
  });

  it('may use no sign that cannot be stored, and no count that is none', async () => {
    server.misbehave = answering('application/json', () => {
      const content = JSON.stringify({ answer: 'The Team plan\0 costs 29 euros\ud800.', quotes: quotes(QUOTE) });
      const usage = { prompt_tokens: 1e300, completion_tokens: 'many' };
      return JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content } }], usage });
    });
    const { body } = await desk.chat({ message: 'How much does the Team plan cost?' });
    expect(body).toMatchObject({ outcome: 'answered', fallback: null });
    expect(body.usage.inputTokens).toBeLessThan(10_000);
  });
});

describe('a model that thinks for long', () => {
  let parley: Parley;
  let desk: HelpDesk;
  beforeAll(async () => {
    parley = await startParley({ settings: { MODEL_BASE_URL: modelUrl, MODEL_DEFAULT: 'house-model' } });
    desk = await aHelpDesk(parley);
  });
  afterAll(() => parley.stop());

  const messages = (): Promise<unknown> => parley.database.query('SELECT id FROM messages ORDER BY id');

  it('answers no caller whose key was revoked meanwhile, and nothing is written', async () => {
    const before = await messages();
    server.misbehave = (_asked, response) => {
      const path = `/workspaces/${desk.workspace.id}/keys/${desk.key.id}`;
      void parley.call('DELETE', path, { token: desk.admin.secret }).then(({ status }) => {
        expect(status).toBe(200);
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(completion(JSON.stringify({ answer: 'By mail.', quotes: [] })));
      });
    };
    const { status, body } = await desk.chat({
      message: 'How do I reset my password?',
      requestId: 'revoked-meanwhile',
    });
    expect([status, body.code]).toEqual([401, 'api_key_revoked']);
    expect(await messages()).toEqual(before);
  });
});
