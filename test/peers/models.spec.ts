import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { EventStream } from '../support/event-stream';
import { ModelServer } from '../support/model-server';
import { type Parley, startParley } from '../support/parley';
import { TRACE_HEADERS } from '../support/trace';

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

  it('is asked in the trace of the request, if it has one', async () => {
    replyWith({ answer: null, quotes: [] });
    await desk.chat({ message }, TRACE_HEADERS);
    expect(server.requests.at(-1)?.trace).toEqual(TRACE_HEADERS);
    await desk.chat({ message }, { ...TRACE_HEADERS, tracestate: 'Not a state' });
    expect(server.requests.at(-1)?.trace).toEqual({ traceparent: TRACE_HEADERS.traceparent });
    await desk.chat({ message }, { traceparent: 'none' });
    expect(server.requests.at(-1)?.trace).toEqual({});
  });

  it('gets the earlier messages with their authors', async () => {
    const quote = 'open Settings and choose Reset password.';
    replyWith({ answer: 'Go to Settings.', quotes: [{ passage: 1, quote }] });
    const { body: first } = await desk.chat({ message });
    await desk.chat({ message: 'And where are the settings?', conversationId: first.conversationId });
    const history = server.requests.at(-1)?.body.messages.slice(1, -1);
    expect(history).toEqual([
      { role: 'user', content: message },
      { role: 'assistant', content: 'Go to Settings.' },
    ]);
  });

  it('says each sentence by quotes of its own', async () => {
    const quotes = [{ passage: 1, quote: 'a link that is valid for one hour' }];
    replyWith({ sentences: [{ text: 'The link is valid for one hour.', quotes }] });
    expect((await desk.chat({ message })).body).toMatchObject({
      outcome: 'answered',
      message: { content: 'The link is valid for one hour.' },
      citations: [{ index: 1, quote: 'a link that is valid for one hour' }],
    });
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
  ])('is replaced by the built-in one where it %s, and the turn says so', async (_what, reply) => {
    server.reply = () => reply;
    const { status, body } = await desk.chat({ message });
    expect([status, body]).toMatchObject([
      200,
      {
        outcome: 'answered',
        model: 'parley-extractive',
        fallback: { from: 'house-model', reason: reply === null ? 'failed' : 'unreadable' },
      },
    ]);
    expect(body.citations.length).toBeGreaterThan(0);
  });

  it.each([3e9, -1, 0.5, '12', null])('answers though it counts its tokens as %j', async (count) => {
    server.usage = { prompt_tokens: count, completion_tokens: count };
    replyWith({ answer: null, quotes: [] });
    const { status, body } = await desk.chat({ message });
    const { inputTokens, outputTokens } = body.usage;
    expect([status, inputTokens > 100, outputTokens > 0 && outputTokens < 20]).toEqual([200, true, true]);
  });

  it('is not asked while a person owns the conversation', async () => {
    const { body } = await desk.chat({ message: 'I want to talk to a person.' });
    const before = server.requests.length;
    const turn = await desk.chat({ message, conversationId: body.conversationId });
    expect(turn.body).toMatchObject({ outcome: 'human_active', message: null, citations: [] });
    expect(server.requests).toHaveLength(before);
  });

  it.each(['house-model', 'parley-extractive'])('offers what comes close, also in a stream: %s', async (model) => {
    replyWith({ sentences: [] });
    const path = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}`;
    const use = (name: string) => parley.call('PATCH', path, { token: desk.admin.secret, body: { model: name } });
    await use(model);
    const turn = {
      message: 'Is there a yearly rebate on the Team plan for schools and students?',
      requestId: `close-${model}`,
    };
    const events = [];
    for (let time = 1; time <= 2; time += 1) {
      const stream = await EventStream.ofTurn(parley, desk, turn);
      await stream.end();
      expect(stream.types).toEqual(['turn.started', 'message.delta', 'turn.completed']);
      events.push(stream.received.at(-1)!);
    }
    await use('house-model');
    expect(events[1]!.text).toBe(events[0]!.text);
    expect(events[0]!.data).toMatchObject({ outcome: 'no_answer', model, citations: [], fallback: null });
    expect(events[0]!.data.suggestions).toEqual([{ title: 'Billing', url: null, sourceId: expect.any(String) }]);
  });

  it('is not asked for an agent that names the built-in model', async () => {
    const { length } = server.requests;
    const path = `/workspaces/${desk.workspace.id}/agents/${desk.agent.id}`;
    await parley.call('PATCH', path, { token: desk.admin.secret, body: { model: 'parley-extractive' } });
    expect((await desk.chat({ message })).body).toMatchObject({
      outcome: 'answered',
      model: 'parley-extractive',
      fallback: null,
    });
    expect(server.requests).toHaveLength(length);
  });
});
