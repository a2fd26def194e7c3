import type { ServerResponse } from 'node:http';
import { loadSettings } from '../../src/config/load-settings';
import { testInstallationServer } from '../../src/models/installation-model-tests';
import { beginStream, type Completion, frameOf, ModelServer } from '../support/model-server';
import { OLLAMA, OPENAI, refuse, sendReply, VLLM } from '../support/model-vendors';

const server = new ModelServer();
const settings: Record<string, string> = { MODEL_DEFAULT: 'house-model' };
beforeAll(async () => {
  settings['MODEL_BASE_URL'] = await server.start();
});
afterAll(() => server.stop());

function serve(reply: (body: Completion, response: ServerResponse) => void): void {
  server.misbehave = ({ body }, response) => reply(body, response);
}

describe('npm run admin -- models test', () => {
  const report = (models: string[] = [], changed: object = {}) =>
    testInstallationServer(loadSettings({ ...settings, MODELS_ALLOWED: 'other-model', ...changed }), models);
  /** Reports at most so many tokens of a prompt, as a server that cuts it off. */
  const withContext =
    (most: number) =>
    ({ messages }: Completion, response: ServerResponse): void => {
      const tokens = Math.min(most, Math.round(messages[0]!.content.length / 4.8));
      beginStream(response);
      response.write(frameOf('{"ok": true}'));
      response.end(
        `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: tokens, completion_tokens: 5 } })}\n\n`,
      );
    };

  it('names the models of the server, and tests each with a short prompt and a long one', async () => {
    serve(withContext(8_192));
    const { lines, isUsable } = await report();
    expect(isUsable).toBe(true);
    expect(lines[0]).toMatch(/ answers\. It lists house-model, other-model\.$/);
    expect(lines.slice(1).map((line) => line.replace(/[\d.]+ s/, 'N s'))).toEqual([
      'house-model: answers a short prompt in N s.',
      'house-model: answers a long prompt in N s.',
      'other-model: answers a short prompt in N s.',
      'other-model: answers a long prompt in N s.',
    ]);
  });

  it('says that a server cuts long prompts off', async () => {
    serve(withContext(4_096));
    const { lines, isUsable } = await report(['house-model']);
    expect([isUsable, lines.at(-1)]).toEqual([
      false,
      expect.stringMatching(/^house-model: fails with a long prompt\. The context of the model is too small/),
    ]);
  });

  it.each<[string, (response: ServerResponse) => void, RegExp]>([
    [
      'an unknown model',
      (response) => refuse(response, OLLAMA.unknownModel),
      /no model house-model\. It lists house-model, other-model\./,
    ],
    ['a wrong path', (response) => refuse(response, VLLM.wrongPath), /ends with \/v1/],
    ['a wrong key', (response) => refuse(response, [401, 'sk-secret is wrong']), /refuses the API key\.$/],
    ['no JSON', (response) => sendReply(response, OPENAI, 'Sure!'), /not the JSON object/],
  ])('says in plain words that it is %s', async (_case, misbehave, expected) => {
    serve((_body, response) => misbehave(response));
    const { lines, isUsable } = await report(['house-model']);
    expect([isUsable, lines.at(-1)]).toEqual([false, expect.stringMatching(expected)]);
    expect(lines.join()).not.toContain('sk-secret');
  });

  it('says where no server answers, or none is set', async () => {
    const gone = new ModelServer();
    const MODEL_BASE_URL = await gone.start();
    gone.stop();
    expect((await report([], { MODEL_BASE_URL })).lines).toEqual([
      expect.stringContaining('No server answers at this address.'),
    ]);
    expect((await report([], { MODEL_BASE_URL: '' })).lines).toEqual([
      'MODEL_BASE_URL is not set: parley-extractive answers.',
    ]);
    const none = await report([], { MODEL_DEFAULT: '', MODELS_ALLOWED: '' });
    expect(none).toMatchObject({
      isUsable: false,
      lines: [expect.any(String), expect.stringContaining('set MODEL_DEFAULT')],
    });
  });
});
