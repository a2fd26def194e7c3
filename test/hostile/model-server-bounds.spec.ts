import type { ServerResponse } from 'node:http';
import { aConversation } from '../factories/conversation';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import type { Reply } from '../support/call';
import { beginStream, frameOf, ModelServer } from '../support/model-server';
import { type Parley, startParley } from '../support/parley';

const MESSAGE = 'How much does the Team plan cost?';
const PRICE = 'The Team plan costs 29 euros for each member and month.';
const SETTINGS = { MODEL_DEFAULT: 'house-model', MODEL_API_KEY: 'sk-stream-4711' };

const server = new ModelServer();
let modelUrl: string;
beforeAll(async () => {
  modelUrl = await server.start();
});
afterAll(() => server.stop());

/** The server does this, and its connection is no longer read. */
function misbehaving(misbehave: (response: ServerResponse) => void): Promise<void> {
  return new Promise((left) => {
    server.misbehave = (_asked, response) => {
      response.once('close', left);
      misbehave(response);
    };
  });
}

/** At the duration of the setting: an earlier end has another cause. */
const OTHER_BOUNDS_MS = 60_000;
const TIMED_OUT = {
  outcome: 'answered',
  model: 'parley-extractive',
  fallback: { from: 'house-model', reason: 'timed_out' },
};

/**
 * The caller gets the answer that `asking` expects long before the other bounds, and the server's connection is no
 * longer read.
 */
async function expectLeft(misbehave: (response: ServerResponse) => void, asking: () => Promise<void>): Promise<void> {
  const left = misbehaving(misbehave);
  const started = performance.now();
  await asking();
  await left;
  expect(performance.now() - started).toBeLessThan(OTHER_BOUNDS_MS / 2);
}

/** Each bound is alone in its Parley, or the others could not be reached in its place. */
describe('a model server that is silent', () => {
  let parley: Parley;
  let desk: HelpDesk;
  beforeAll(async () => {
    const bounds = { MODEL_FIRST_BYTE_MS: '200', MODEL_SILENCE_MS: '200', MODEL_TIMEOUT_MS: String(OTHER_BOUNDS_MS) };
    parley = await startParley({ settings: { ...SETTINGS, ...bounds, MODEL_BASE_URL: modelUrl } });
    desk = await aHelpDesk(parley);
  });
  afterAll(() => parley.stop());

  it.each<[string, (response: ServerResponse) => void]>([
    ['says nothing', () => {}],
    [
      'sends headers byte by byte',
      (response) => drip(response, (byte) => response.socket?.write(byte), 'HTTP/1.1 200 OK\r\nx-a: b'),
    ],
    ['sends headers and nothing else', (response) => (beginStream(response), response.flushHeaders())],
    ['stops in the middle', (response) => (beginStream(response), response.write(frameOf('{"sentences": [')))],
  ])('is left where it %s', async (_case, misbehave) => {
    await expectLeft(misbehave, async () => {
      expect((await desk.chat({ message: MESSAGE })).body).toMatchObject(TIMED_OUT);
    });
  });
});

describe('a model server that comes to no end', () => {
  let parley: Parley;
  let desk: HelpDesk;
  beforeAll(async () => {
    const others = { MODEL_FIRST_BYTE_MS: String(OTHER_BOUNDS_MS), MODEL_SILENCE_MS: String(OTHER_BOUNDS_MS) };
    const bounds = { ...others, MODEL_TIMEOUT_MS: '500', FETCH_ALLOWED_HOSTS: '127.0.0.1' };
    parley = await startParley({ settings: { ...SETTINGS, ...bounds, MODEL_BASE_URL: modelUrl } });
    desk = await aHelpDesk(parley);
  });
  afterAll(() => parley.stop());

  const sendsComments = (response: ServerResponse): void => {
    beginStream(response);
    response.write(frameOf('{"sentences": ['));
    drip(response, (byte) => response.write(byte), ': a comment\n\n');
  };
  const ask = (method: string, path: string, body: object): Promise<Reply> =>
    parley.call(method, `/workspaces/${desk.workspace.id}${path}`, { token: desk.admin.secret, body });

  it('is left by a turn, which the built-in model answers', async () => {
    await expectLeft(sendsComments, async () => {
      expect((await desk.chat({ message: MESSAGE })).body).toMatchObject(TIMED_OUT);
    });
  });

  it('is left by the copilot', async () => {
    const { id } = await aConversation(parley, desk.agent, { message: 'Hello' });
    await expectLeft(sendsComments, async () => {
      const { status, body } = await ask('POST', `/inbox/${id}/copilot`, { action: 'summarize' });
      expect([status, body.code]).toEqual([503, 'model_unavailable']);
    });
  });

  it('is left by the test of a workspace’s own server', async () => {
    await ask('PATCH', '/model-settings', { baseUrl: modelUrl, models: ['own-model'] });
    await expectLeft(sendsComments, async () => {
      const { body } = await ask('POST', '/model-settings/test', {});
      expect(body).toMatchObject({ model: 'own-model', ok: false, failure: 'timed_out' });
    });
  });
});

describe('a model server that does not hang up', () => {
  const claim = { text: 'The Team plan costs €29.', quotes: [{ passage: 1, quote: PRICE }] };
  const ANSWER = JSON.stringify({ sentences: [claim] });
  let parley: Parley;
  let desk: HelpDesk;
  beforeAll(async () => {
    const settings = { MODEL_TIMEOUT_MS: String(OTHER_BOUNDS_MS), MODEL_SILENCE_MS: String(OTHER_BOUNDS_MS) };
    parley = await startParley({ settings: { ...SETTINGS, ...settings, MODEL_BASE_URL: modelUrl } });
    desk = await aHelpDesk(parley);
  });
  afterAll(() => parley.stop());

  const CASES: [string, string[], string | null][] = [
    ['once it has said all', [frameOf(ANSWER)], null],
    ['once it has said that this is all', [frameOf(ANSWER), 'data: [DONE]\n\n'], null],
    ['where it says something else', [frameOf('I would rather not.')], 'unreadable'],
    ['where it says that it has failed', ['data: {"error": {"message": "overloaded"}}\n\n'], 'failed'],
  ];
  // Who waits for its next byte hears of nothing else until that comes, unless the request itself is ended.
  const AFTERWARDS: [string, (response: ServerResponse) => void][] = [
    ['goes on with comments', (response) => drip(response, (byte) => response.write(byte), ': a comment\n\n')],
    ['says nothing more', () => {}],
  ];
  describe.each(AFTERWARDS)('and %s', (_what, goOn) => {
    it.each(CASES)('is left %s', async (_case, answer, reason) => {
      const misbehave = (response: ServerResponse): void => {
        beginStream(response);
        for (const one of answer) response.write(one);
        goOn(response);
      };
      await expectLeft(misbehave, async () => {
        const { body } = await desk.chat({ message: MESSAGE });
        expect(body).toMatchObject({ outcome: 'answered', fallback: reason && { from: 'house-model', reason } });
      });
    });
  });
});

/** A byte now and then, as long as the connection is read. */
function drip(response: ServerResponse, write: (byte: string) => void, text: string): void {
  let at = 0;
  const dripping = setInterval(() => write(text[at++ % text.length]!), 20);
  response.once('close', () => clearInterval(dripping));
}
