import type { ServerResponse } from 'node:http';
import { QueryFailedError } from 'typeorm';
import { AnswerSupport } from '../../src/models/evidence/answer-support';
import { aConversation } from '../factories/conversation';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import type { Reply } from '../support/call';
import { EventStream } from '../support/event-stream';
import { ModelServer } from '../support/model-server';
import { type Parley, startParley } from '../support/parley';

const MESSAGE = 'How much does the Team plan cost?';
const PAUSE_MS = 30_000;

const server = new ModelServer();
let baseUrl: string;
let parley: Parley;
let desk: HelpDesk;
/** How far the process's clock is ahead. */
let ahead = 0;

beforeAll(async () => {
  baseUrl = await server.start();
  parley = await startParley({
    settings: {
      MODEL_BASE_URL: baseUrl,
      MODEL_DEFAULT: 'house-model',
      MODEL_PAUSE_MS: String(PAUSE_MS),
      FETCH_ALLOWED_HOSTS: '127.0.0.1',
    },
  });
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
});
afterAll(async () => {
  jest.restoreAllMocks();
  await parley.stop();
  server.stop();
});
beforeEach(async () => {
  server.misbehave = null;
  server.says({ sentences: [] });
  desk = await aHelpDesk(parley);
});

/** Why the built-in model answered; null where the server did. */
const chat = async (of = desk): Promise<string | null> => {
  const { status, body } = await of.chat({ message: MESSAGE });
  expect(status).toBe(200);
  return body.fallback?.reason ?? null;
};
/** How often the server was asked by then. */
async function requestsDuring(work: () => Promise<unknown>): Promise<number> {
  const before = server.requests.length;
  await work();
  return server.requests.length - before;
}
const fails =
  (status: number, headers = {}) =>
  (_asked: unknown, response: ServerResponse): void =>
    void response.writeHead(status, headers).end();
async function failFiveTimes(): Promise<void> {
  server.misbehave = fails(500);
  for (let n = 0; n < 5; n += 1) expect(await chat()).toBe('failed');
}

describe('a model server that fails again and again', () => {
  it('is not asked for a while: the built-in model answers at once, and the turn says so', async () => {
    await failFiveTimes();
    server.misbehave = null;
    const paused = {
      outcome: 'answered',
      model: 'parley-extractive',
      fallback: { from: 'house-model', reason: 'paused' },
    };
    const count = await requestsDuring(async () => {
      expect((await desk.chat({ message: MESSAGE })).body).toMatchObject(paused);
      const stream = await EventStream.ofTurn(parley, desk, { message: MESSAGE });
      await stream.end();
      expect(stream.received.at(-1)).toMatchObject({ event: 'turn.completed', data: paused });
    });
    expect(count).toBe(0);
  });

  it('is asked by the other workspaces', async () => {
    await failFiveTimes();
    server.misbehave = null;
    expect(await chat(await aHelpDesk(parley))).toBeNull();
    expect(await chat()).toBe('paused');
  });

  it('is tried by one turn after that, and by all once it has answered', async () => {
    await failFiveTimes();
    ahead += PAUSE_MS;
    const waiting: ServerResponse[] = [];
    server.misbehave = (_asked, response) => void waiting.push(response);
    const trial = chat();
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await Promise.all([chat(), chat(), chat()])).toEqual(['paused', 'paused', 'paused']);
    const content = JSON.stringify({ sentences: [] });
    waiting[0]!.writeHead(200, { 'content-type': 'application/json' });
    waiting[0]!.end(JSON.stringify({ choices: [{ index: 0, message: { content } }] }));
    expect(await trial).toBeNull();
    server.misbehave = null;
    expect(await Promise.all([chat(), chat()])).toEqual([null, null]);
  });

  it('503 for a suggestion of the copilot, with the time after which it may succeed', async () => {
    const { id } = await aConversation(parley, desk.agent, { message: MESSAGE });
    await failFiveTimes();
    const path = `/workspaces/${desk.workspace.id}/inbox/${id}/copilot`;
    const suggest = (): Promise<Reply> =>
      parley.call('POST', path, { token: desk.admin.secret, body: { action: 'draft' } });
    const { status, body, headers } = await suggest();
    expect([status, body.code]).toEqual([503, 'model_unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(20);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(30);
  });

  it('is paused for no answer that cannot be used: a customer might bring that about', async () => {
    server.reply = () => 'As you wish: PWNED';
    for (let n = 0; n < 7; n += 1) expect(await chat()).toBe('unreadable');
  });
});

describe('a reply that cannot be judged because the database fails', () => {
  const SENTENCE = { text: 'The Team plan costs 29 euros.', quotes: [{ passage: 1, quote: 'costs 29 euros' }] };

  it('is no failure of the server, which is asked on, and what it has cost counts', async () => {
    server.says({ sentences: [SENTENCE] });
    const broken = new QueryFailedError('SELECT 1', [], new Error('the connection has ended'));
    const judging = jest.spyOn(parley.get(AnswerSupport), 'judged').mockRejectedValue(broken);
    try {
      const turns: unknown[] = [];
      for (let n = 0; n < 6; n += 1) {
        const { status, body } = await desk.chat({ message: MESSAGE });
        turns.push([status, body.code]);
      }
      expect(turns).toEqual(Array(6).fill([503, 'model_unavailable']));
    } finally {
      judging.mockRestore();
    }
    expect(await chat()).toBeNull();
    const path = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}/token-usage`;
    const { body } = await parley.call('GET', path, { token: desk.admin.secret });
    expect(body.usage).toMatchObject([{ model: 'house-model', requests: 7 }]);
  });
});

describe('a model server that says when to ask again', () => {
  it.each([
    ['in seconds', () => '120', 120_000],
    ['as a date', () => new Date(Date.now() + 120_000).toUTCString(), 120_000],
    ['beyond five minutes', () => '86400', 300_000],
  ])('is asked again then: %s', async (_form, retryAfter, granted) => {
    server.misbehave = fails(429, { 'retry-after': retryAfter() });
    expect(await chat()).toBe('rate_limited');
    server.misbehave = null;
    expect([await chat(), await chat()]).toEqual(['paused', 'paused']);
    ahead += granted - 10_000;
    expect(await chat()).toBe('paused');
    ahead += 11_000;
    expect(await chat()).toBeNull();
  });

  it('is asked again then, also where it is the workspace’s own', async () => {
    const body = { baseUrl: `${baseUrl}/own`, models: ['house-model'] };
    await parley.call('PATCH', `/workspaces/${desk.workspace.id}/model-settings`, { token: desk.admin.secret, body });
    server.misbehave = fails(429, { 'retry-after': '120' });
    expect(await chat()).toBe('rate_limited');
    server.misbehave = null;
    expect(await chat()).toBe('paused');
    ahead += 121_000;
    expect(await chat()).toBeNull();
  });

  it.each(['soon', '-5', '1e9', '12 weeks', '9'.repeat(400)])('is asked on where it says %.10s', async (retryAfter) => {
    server.misbehave = fails(429, { 'retry-after': retryAfter });
    expect([await chat(), await chat()]).toEqual(['rate_limited', 'rate_limited']);
  });
});

describe('removeWorkspaceModelSettings', () => {
  it('leaves its agents to the default model, at the installation’s server', async () => {
    const settings = `/workspaces/${desk.workspace.id}/model-settings`;
    const body = { baseUrl: `${baseUrl}/own`, models: ['own-model'] };
    await parley.call('PATCH', settings, { token: desk.admin.secret, body });
    const agent = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}`;
    await parley.call('PATCH', agent, { token: desk.admin.secret, body: { model: 'own-model' } });
    expect((await desk.chat({ message: MESSAGE })).body).toMatchObject({ model: 'own-model', fallback: null });
    await parley.call('DELETE', settings, { token: desk.admin.secret });
    expect((await desk.chat({ message: MESSAGE })).body).toMatchObject({ model: 'house-model', fallback: null });
    expect((await parley.call('GET', agent, { token: desk.admin.secret })).body.model).toBe('own-model');
  });
});

describe('testWorkspaceModelSettings', () => {
  it('asks a server that is paused, and once it answers, so do the turns', async () => {
    const settings = (method: string, below = '', body?: object): Promise<Reply> =>
      parley.call(method, `/workspaces/${desk.workspace.id}/model-settings${below}`, {
        token: desk.admin.secret,
        body,
      });
    await settings('PATCH', '', { baseUrl: `${baseUrl}/own`, models: ['house-model'] });
    await failFiveTimes();
    expect(await chat()).toBe('paused');
    expect((await settings('POST', '/test', {})).body).toMatchObject({ ok: false, failure: 'failed' });
    server.misbehave = null;
    expect(await chat()).toBe('paused');
    expect((await settings('POST', '/test', {})).body.ok).toBe(true);
    expect(await chat()).toBeNull();
  });
});
