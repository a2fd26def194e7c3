import type { ServerResponse } from 'node:http';
import { beginStream } from './model-server';

/** A response with an error: its status and its body. */
export type Refusal = readonly [status: number, body: object | string];

/** How a model server speaks, by its documentation: the form of its streams, and of its errors. */
export interface ModelVendor {
  readonly name: string;
  /** The server-sent events of a reply: 12 tokens, for a prompt of 345. */
  frames(pieces: readonly string[]): string[];
  readonly unknownModel: Refusal;
  readonly tooLong: Refusal;
  /** For an address without the path of the API. */
  readonly wrongPath: Refusal;
}

const USAGE = { prompt_tokens: 345, completion_tokens: 12, total_tokens: 357 };
const data = (frame: object): string => `data: ${JSON.stringify(frame)}\n\n`;
const DONE = 'data: [DONE]\n\n';

function chunk(delta: object | null, more: object = {}): string {
  const choices = delta === null ? [] : [{ index: 0, delta, finish_reason: null, ...more }];
  const usage = delta === null ? { usage: USAGE } : {};
  return data({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'house-model',
    choices,
    ...usage,
  });
}

const errorOf = (status: number, message: string, more: object): Refusal => [status, { error: { message, ...more } }];

export const OLLAMA: ModelVendor = {
  name: 'Ollama',
  frames: (pieces) => [
    chunk({ role: 'assistant', content: '', reasoning: 'The passages say it.' }),
    ...pieces.map((content) => chunk({ role: 'assistant', content })),
    chunk({ role: 'assistant', content: '' }, { finish_reason: 'stop' }),
    chunk(null),
    DONE,
  ],
  unknownModel: errorOf(404, 'model "house-model" not found, try pulling it first', {
    type: 'api_error',
    param: null,
    code: null,
  }),
  tooLong: errorOf(400, 'the input is too long: it exceeds the available context size', {
    type: 'invalid_request_error',
  }),
  wrongPath: [404, '404 page not found'],
};

export const VLLM: ModelVendor = {
  name: 'vLLM',
  frames: (pieces) => [
    chunk({ role: 'assistant', content: '' }, { logprobs: null }),
    chunk({ reasoning_content: 'The passages say it.' }),
    ...pieces.map((content) => chunk({ content })),
    chunk({ content: '' }, { finish_reason: 'stop', stop_reason: null }),
    chunk(null),
    DONE,
  ],
  // Before 0.10 without "error" around it.
  unknownModel: [
    404,
    {
      object: 'error',
      message: 'The model `house-model` does not exist.',
      type: 'NotFoundError',
      param: null,
      code: 404,
    },
  ],
  tooLong: errorOf(
    400,
    "This model's maximum context length is 2048 tokens. However, your request has 1990 input tokens plus 1000 'max_tokens'.",
    { type: 'BadRequestError', param: 'input_tokens, max_tokens', code: 400 },
  ),
  wrongPath: [404, { detail: 'Not Found' }],
};

export const LLAMA_CPP: ModelVendor = {
  name: 'llama.cpp',
  frames: (pieces) => [
    chunk({ role: 'assistant', content: null }),
    ...pieces.map((content) => chunk({ content })),
    chunk({}, { finish_reason: 'stop' }),
    chunk(null),
    DONE,
  ],
  // A router of several models. A server of one model answers for any name.
  unknownModel: errorOf(400, "model 'house-model' not found", { type: 'invalid_request_error', code: 400 }),
  tooLong: errorOf(400, 'request (4476 tokens) exceeds the available context size (4096 tokens), try increasing it', {
    type: 'exceed_context_size_error',
    code: 400,
    n_prompt_tokens: 4476,
    n_ctx: 4096,
  }),
  wrongPath: errorOf(404, 'File Not Found', { type: 'not_found_error', code: 404 }),
};

export const OPENAI: ModelVendor = {
  name: 'OpenAI',
  frames: (pieces) => [
    chunk({ role: 'assistant', content: '', refusal: null }, { logprobs: null }),
    ...pieces.map((content) => chunk({ content })),
    chunk({}, { finish_reason: 'stop' }),
    chunk(null),
    DONE,
  ],
  unknownModel: errorOf(404, 'The model `house-model` does not exist or you do not have access to it.', {
    type: 'invalid_request_error',
    param: null,
    code: 'model_not_found',
  }),
  tooLong: errorOf(
    400,
    "This model's maximum context length is 8192 tokens. Please reduce the length of the messages.",
    {
      type: 'invalid_request_error',
      param: 'messages',
      code: 'context_length_exceeded',
    },
  ),
  wrongPath: errorOf(404, 'Invalid URL (POST /chat/completions)', { type: 'invalid_request_error', code: null }),
};

export const ANTHROPIC: ModelVendor = {
  name: 'Anthropic',
  // It ignores response_format, so that a model may put its object into a fence.
  frames: (pieces) => [
    chunk({ role: 'assistant', content: '```json\n' }),
    ...pieces.map((content) => chunk({ content })),
    chunk({ content: '\n```' }),
    chunk({}, { finish_reason: 'stop' }),
    chunk(null),
    DONE,
  ],
  unknownModel: errorOf(404, 'model: house-model', {
    code: 'not_found_error',
    type: 'invalid_request_error',
    param: null,
  }),
  tooLong: errorOf(400, 'prompt is too long: 210483 tokens > 200000 maximum', {
    code: 'invalid_request_error',
    type: 'invalid_request_error',
    param: null,
  }),
  wrongPath: [404, { type: 'error', error: { type: 'not_found_error', message: 'Not Found' } }],
};

export const LITELLM: ModelVendor = {
  name: 'LiteLLM',
  frames: (pieces) => [
    ': keep-alive\n\n',
    ...pieces.map((content) => chunk({ role: 'assistant', content })),
    chunk({}, { finish_reason: 'stop' }),
    // The usage comes beside an empty choice.
    data({
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta: {}, finish_reason: null }],
      usage: USAGE,
    }),
    DONE,
  ],
  unknownModel: errorOf(
    400,
    '/chat/completions: Invalid model name passed in model=house-model. Call `/v1/models` to view available models for your key.',
    { type: 'None', param: 'None', code: '400' },
  ),
  tooLong: errorOf(
    400,
    'litellm.ContextWindowExceededError: litellm.BadRequestError: OpenAIException - input too large',
    {
      type: null,
      param: null,
      code: '400',
    },
  ),
  wrongPath: [404, { detail: 'Not Found' }],
};

export const MODEL_VENDORS = [OLLAMA, VLLM, LLAMA_CPP, OPENAI, ANTHROPIC, LITELLM];

export function refuse(response: ServerResponse, [status, body]: Refusal): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json' });
  response.end(isText ? body : JSON.stringify(body));
}

/** Sends a reply in the vendor's form, in pieces that end anywhere, as tokens do. */
export function sendReply(response: ServerResponse, vendor: ModelVendor, content: string): void {
  beginStream(response);
  const pieces = Array.from(content.match(/[^]{1,9}/g) ?? []);
  for (const frame of vendor.frames(pieces)) response.write(frame);
  response.end();
}
