import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk';
import { type Parley, startParley } from '../support/parley';

interface Completion {
  model: string;
  messages: { role: string; content: string }[];
}

/** An OpenAI-compatible server that replies as a test wants it to. */
class ModelServer {
  readonly requests: { authorization: string | undefined; body: Completion }[] = [];
  reply: (body: Completion) => string | null = () => null;
  usage: object | null = { prompt_tokens: 120, completion_tokens: 20, total_tokens: 140 };
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      void this.take(request).then((content) => {
        if (content === null) return response.writeHead(500).end();
        const { usage } = this;
        const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
        response.writeHead(200, { 'content-type': 'application/json' });
        return response.end(JSON.stringify({ id: 'c1', object: 'chat.completion', choices, usage }));
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async take(request: IncomingMessage): Promise<string | null> {
    const body = JSON.parse(await text(request)) as Completion;
    this.requests.push({ authorization: request.headers.authorization, body });
    return this.reply(body);
  }
}

describe('a model on an OpenAI-compatible server', () => {
  const server = new ModelServer();
  let parley: Parley;
  let desk: HelpDesk;
  const message = 'How do I reset my password?';
  const replyWith = (reply: object | string): void => {
    server.reply = () => (typeof reply === 'string' ? reply : JSON.stringify(reply));
  };

  beforeAll(async () => {
    const MODEL_BASE_URL = await server.start();
    const settings = { MODEL_BASE_URL, MODEL_API_KEY: 'sk-test-4711', MODEL_DEFAULT: 'house-model' };
    parley = await startParley({ settings });
    desk = await aHelpDesk(parley, { systemPrompt: 'Be brief.', temperature: 0.3 });
  });
  afterAll(async () => {
    await parley.stop();
    server.stop();
  });

  it('is asked with the agent’s settings and the passages, and its verified quotes are cited', async () => {
    const quote = 'open Settings and choose Reset password.';
    replyWith({ answer: 'Go to Settings.', quotes: [{ passage: 1, quote }] });
    const { body } = await desk.chat({ message });
    expect(body).toMatchObject({
      outcome: 'answered',
      model: 'house-model',
      message: { content: 'Go to Settings.' },
      citations: [{ index: 1, title: 'Passwords', quote }],
      usage: { inputTokens: 120, outputTokens: 20 },
    });
    const { authorization, body: sent } = server.requests.at(-1) ?? {};
    expect(authorization).toBe('Bearer sk-test-4711');
    expect(sent).toMatchObject({ model: 'house-model', temperature: 0.3 });
    expect(sent?.messages[0]?.content).toMatch(/^Be brief\.\n/);
    expect(JSON.parse(sent?.messages.at(-1)?.content ?? '')).toMatchObject({ question: message });
  });

  it('has no answer where its quotes stand in no passage', async () => {
    replyWith({ answer: 'Call 555-0100.', quotes: [{ passage: 1, quote: 'Call 555-0100 to reset it' }] });
    expect((await desk.chat({ message })).body).toMatchObject({ outcome: 'no_answer', citations: [] });
  });

  it('has no answer where it says so', async () => {
    replyWith({ answer: null, quotes: [] });
    expect((await desk.chat({ message })).body.outcome).toBe('no_answer');
  });

  it.each([
    ['fails', null],
    ['replies with no JSON', 'Sure! Go to Settings.'],
    ['replies with another object', '{"text": "Go to Settings."}'],
  ])('503 model_unavailable where it %s', async (_what, reply) => {
    server.reply = () => reply;
    const { status, body, headers } = await desk.chat({ message });
    expect([status, body.code]).toEqual([503, 'model_unavailable']);
    expect(headers.get('retry-after')).toBe('5');
  });

  it.each([3e9, -1, 0.5, '12', null])('answers though it counts its tokens as %j', async (count) => {
    server.usage = { prompt_tokens: count, completion_tokens: count };
    replyWith({ answer: null, quotes: [] });
    const { status, body } = await desk.chat({ message });
    expect([status, body.usage]).toEqual([200, { inputTokens: 0, outputTokens: 0 }]);
  });

  it('is not asked for an agent that names the built-in model', async () => {
    const { length } = server.requests;
    const path = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}`;
    await parley.call('PATCH', path, { token: desk.admin.secret, body: { model: 'parley-extractive' } });
    expect((await desk.chat({ message })).body).toMatchObject({ outcome: 'answered', model: 'parley-extractive' });
    expect(server.requests).toHaveLength(length);
  });
});
