import type { ServerResponse } from 'node:http';
import { aConversation } from '../factories/conversation';
import { aHelpDesk, type HelpDesk } from '../factories/help-desk-fixtures';
import { type Completion, ModelServer } from '../support/model-server';
import {
  LLAMA_CPP,
  MODEL_VENDORS,
  type ModelVendor,
  OLLAMA,
  OPENAI,
  refuse,
  sendReply,
  VLLM,
} from '../support/model-vendors';
import { type Parley, startParley } from '../support/parley';

const MESSAGE = 'How much does the Team plan cost?';
const QUOTE = 'The Team plan costs 29 euros';
const SENTENCES = { sentences: [{ text: 'The Team plan costs €29.', quotes: [{ passage: 1, quote: QUOTE }] }] };
const ANSWER = JSON.stringify(SENTENCES);

const server = new ModelServer();
const settings: Record<string, string> = { MODEL_DEFAULT: 'house-model', MODEL_PAUSE_MS: '0' };
let parley: Parley;
let desk: HelpDesk;
beforeAll(async () => {
  settings['MODEL_BASE_URL'] = await server.start();
  parley = await startParley({ settings });
  desk = await anotherDesk();
});
afterAll(async () => {
  await parley.stop();
  server.stop();
});
beforeEach(() => void (server.requests.length = 0));

/** In a workspace of its own: for each, Parley remembers what a model takes. */
const anotherDesk = (): Promise<HelpDesk> => aHelpDesk(parley, { temperature: 0.3 });

function serve(reply: (body: Completion, response: ServerResponse) => void): void {
  server.misbehave = ({ body }, response) => reply(body, response);
}
const asked = (): Completion[] => server.requests.map(({ body }) => body);
const passagesOf = ({ messages }: Completion): number =>
  (JSON.parse(messages.at(-1)!.content) as { passages: unknown[] }).passages.length;
const reasonOf = async (): Promise<unknown> => (await desk.chat({ message: MESSAGE })).body.fallback?.reason;

describe.each(MODEL_VENDORS)('a server such as $name', (vendor: ModelVendor) => {
  it('answers in its own form of a stream, and its tokens are counted', async () => {
    serve((_body, response) => sendReply(response, vendor, ANSWER));
    expect((await desk.chat({ message: MESSAGE })).body).toMatchObject({
      model: 'house-model',
      fallback: null,
      message: { content: 'The Team plan costs €29.' },
      usage: { inputTokens: 345, outputTokens: 12 },
    });
  });

  it('has no such model', async () => {
    serve((_body, response) => refuse(response, vendor.unknownModel));
    expect(await reasonOf()).toBe('model_not_found');
    expect(asked()).toHaveLength(1);
  });

  it('has another path', async () => {
    serve((_body, response) => refuse(response, vendor.wrongPath));
    expect(await reasonOf()).toBe('path_not_found');
  });

  it('gets fewer passages where its context is too small for all', async () => {
    serve((body, response) =>
      passagesOf(body) > 1 ? refuse(response, vendor.tooLong) : sendReply(response, vendor, ANSWER),
    );
    const { body } = await desk.chat({ message: 'How much does the Team plan cost, and do I get a mail?' });
    expect(body).toMatchObject({ fallback: null, citations: [{ quote: QUOTE }] });
    expect(asked().map(passagesOf)).toEqual([2, 1]);
  });

  it('is not asked for ever where its context is too small for any', async () => {
    serve((_body, response) => refuse(response, vendor.tooLong));
    expect(await reasonOf()).toBe('context_exceeded');
    expect(asked()).toHaveLength(3);
  });
});

describe('a parameter that a model refuses', () => {
  beforeEach(async () => {
    desk = await anotherDesk();
  });

  const refusals = {
    max_tokens: {
      message:
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      type: 'invalid_request_error',
      param: 'max_tokens',
      code: 'unsupported_parameter',
    },
    temperature: {
      message:
        "Unsupported value: 'temperature' does not support 0.3 with this model. Only the default (1) value is supported.",
      type: 'invalid_request_error',
      param: 'temperature',
      code: 'unsupported_value',
    },
    response_format: { message: "'response_format.type' must be 'json_schema' or 'text'" },
    stream_options: { message: 'Unrecognized request argument supplied: stream_options' },
  } as const;
  /** As OpenAI, it names one parameter at a time. */
  const strict = (body: Completion, response: ServerResponse): void => {
    for (const [name, error] of Object.entries(refusals)) {
      if (name in body) return refuse(response, [400, { error }]);
    }
    sendReply(response, OPENAI, ANSWER);
  };

  it('is left out, or has its newer name, from then on', async () => {
    serve(strict);
    expect(await reasonOf()).toBeUndefined();
    expect(asked()).toHaveLength(5);
    server.requests.length = 0;
    expect(await reasonOf()).toBeUndefined();
    expect(asked()).toHaveLength(1);
    const [{ max_completion_tokens: most, ...others }] = asked() as [Completion];
    expect(most).toBe(1_000);
    expect(Object.keys(others).sort()).toEqual(['messages', 'model', 'stream']);
  });

  it('is sent again where the request fails without it as well: the error may repeat what a customer wrote', async () => {
    const refused = { error: { message: `Invalid input: ${MESSAGE} temperature`, param: null } };
    serve((_body, response) => refuse(response, [400, refused]));
    expect(await reasonOf()).toBe('refused');
    expect(asked().map((body) => 'temperature' in body)).toEqual([true, false]);
    serve((_body, response) => sendReply(response, OPENAI, ANSWER));
    expect(await reasonOf()).toBeUndefined();
    expect(asked().at(-1)).toMatchObject({ temperature: 0.3 });
  });

  it('is none of another workspace', async () => {
    serve(strict);
    await desk.chat({ message: MESSAGE });
    desk = await anotherDesk();
    server.requests.length = 0;
    await desk.chat({ message: MESSAGE });
    expect(asked()[0]).toMatchObject({ max_tokens: 1_000, temperature: 0.3 });
  });
});

describe('a model that thinks before it answers', () => {
  beforeEach(async () => {
    desk = await anotherDesk();
  });

  const cutOff = [{ index: 0, delta: {}, finish_reason: 'length' }];
  /** It needs 3,000 tokens for its thoughts. */
  const thinking =
    (thought: object, frame: object = {}) =>
    (body: Completion, response: ServerResponse): void => {
      if (body.max_tokens! >= 3_000) return sendReply(response, VLLM, ANSWER);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: thought }] })}\n\n`);
      response.end(`data: ${JSON.stringify({ choices: cutOff, ...frame })}\n\ndata: [DONE]\n\n`);
    };

  it.each([
    ['beside its reply', { reasoning_content: 'Hm.' }, {}],
    ['beside its reply, as Ollama', { reasoning: 'Hm.' }, {}],
    ['in its reply', { content: '<think>Hm.' }, {}],
    [
      'in secret',
      {},
      {
        usage: { prompt_tokens: 9, completion_tokens: 1000, completion_tokens_details: { reasoning_tokens: 1000 } },
      },
    ],
  ])('may write more once its thoughts have taken all: %s', async (_where, thought, frame) => {
    serve(thinking(thought, frame));
    expect([await reasonOf(), await reasonOf()]).toEqual(['cut_off', undefined]);
  });

  it('is another one than a model that writes too much', async () => {
    serve(thinking({ content: ANSWER.slice(0, 20) }));
    expect([await reasonOf(), await reasonOf()]).toEqual(['cut_off', 'cut_off']);
  });

  it.each([
    ['<think>', '</think>'],
    ['<thinking>', '</thinking>'],
    ['[THINK]', '[/THINK]'],
  ])('answers after %s, also in the copilot', async (begin, end) => {
    const thought = `${begin}Is {this} it?${end}\n\n`;
    serve((_body, response) => sendReply(response, OLLAMA, thought + ANSWER));
    expect(await reasonOf()).toBeUndefined();
    const { id } = await aConversation(parley, desk.agent, { message: MESSAGE });
    serve((_body, response) => sendReply(response, OLLAMA, `${thought}{"text": "A customer asks.", "language": "en"}`));
    const path = `/workspaces/${desk.workspace.id}/inbox/${id}/copilot`;
    const summary = await parley.call('POST', path, { token: desk.admin.secret, body: { action: 'summarize' } });
    expect([summary.status, summary.body.text]).toEqual([200, 'A customer asks.']);
  });
});

describe('an error in the middle of a stream', () => {
  it.each([
    ['of the server', { message: 'CUDA out of memory', code: 500 }, 'failed'],
    ['as the context is full', LLAMA_CPP.tooLong[1], 'context_exceeded'],
  ])('%s', async (_what, error, reason) => {
    serve((_body, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify({ error })}\n\n`);
    });
    expect(await reasonOf()).toBe(reason);
  });
});

it('a server that loads its model says so', async () => {
  const loading = { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } };
  serve((_body, response) => refuse(response, [503, loading]));
  expect(await reasonOf()).toBe('loading');
});

describe('a server that loads its model when it is first asked, and stops when the client leaves', () => {
  const LOADING_MS = 1_500;

  it('is waited for, while the built-in model answers', async () => {
    let loaded = false;
    const impatience = { MODEL_FIRST_BYTE_MS: '300', MODEL_PAUSE_MS: '300000' };
    const impatient = await startParley({ settings: { ...settings, ...impatience } });
    try {
      const cold = await aHelpDesk(impatient);
      serve((_body, response) => {
        if (loaded) return sendReply(response, OLLAMA, ANSWER);
        const loading = setTimeout(() => {
          loaded = true;
          sendReply(response, OLLAMA, ANSWER);
        }, LOADING_MS);
        response.once('close', () => clearTimeout(loading));
      });
      const reasons = new Set<unknown>();
      for (let fallback; fallback !== null;) {
        ({ fallback } = (await cold.chat({ message: MESSAGE })).body);
        reasons.add(fallback?.reason);
      }
      expect(reasons).toContain('timed_out');
      expect(asked().filter(({ max_tokens: most }) => most === 1)).toHaveLength(1);
    } finally {
      await impatient.stop();
    }
  });
});
