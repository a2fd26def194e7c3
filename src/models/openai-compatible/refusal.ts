import type { FallbackReason } from '../answer-model.port';

/** Parameters of a request that it can do without. `max_tokens` has a newer name instead. */
export const OPTIONAL_PARAMETERS = ['max_tokens', 'temperature', 'response_format', 'stream_options'] as const;
export type OptionalParameter = (typeof OPTIONAL_PARAMETERS)[number];

/** Why a server refused a request, as far as its status and body show it. */
export interface Refusal {
  readonly reason: FallbackReason;
  /** The optional parameter that it does not take. Null if the reason is another one. */
  readonly parameter: OptionalParameter | null;
}

/** The most characters of a body to read. Bodies of errors have some hundred. */
const LONGEST_BODY = 65_536;

/*
 * Servers agree on the status of an error, but not on its form: OpenAI, Ollama and LiteLLM send {error: {message, type, param, code}}, older
 * versions of vLLM {message, type, param, code}, and FastAPI {detail}. So the whole text is searched for the words of each server.
 */

/** OpenAI, LiteLLM: context_length_exceeded; vLLM, DeepSeek: maximum context length; llama.cpp: exceed_context_size; Anthropic: too long. */
const CONTEXT_EXCEEDED =
  /context_length_exceeded|ContextWindowExceeded|exceed_context_size|maximum context length|(?:available|maximum) context (?:size|window)|context window|(?:prompt|input) is too long/i;
/** Ollama, OpenAI, vLLM: the model not found, or does not exist; Anthropic: model: NAME; LiteLLM: invalid model name; Azure: deployment. */
const MODEL = /\bmodels?\b|model_not_found|deployment/i;
const MODEL_UNKNOWN =
  /model_not_found|invalid model name|(?:unknown|no such) model|model\b.{0,220}(?:not found|not exist)/is;
/** llama.cpp while it reads the file of its model. */
const LOADING = /loading model|model is (?:still )?loading/i;

/** Statuses with which servers refuse a prompt that is too long. Older versions of llama.cpp send 500. */
const OF_LENGTH: ReadonlySet<number> = new Set([400, 413, 422, 500]);

/** A server answered with a status other than 2xx. Contains no text of the server, which can repeat the key and the customer's words. */
export class ServerRefused extends Error {
  constructor(
    readonly status: number,
    readonly refusal: Refusal,
    /** The Retry-After header of a 429 or 503. */
    readonly retryAfter: string | null,
  ) {
    super('The server refused the request.');
    this.name = 'ServerRefused';
  }
}

/** `send` that throws ServerRefused for any status other than 2xx. */
export function refusing(send: typeof fetch): typeof fetch {
  return async (url, init) => {
    const response = await send(url, init);
    if (response.ok) return response;
    const { status, headers } = response;
    const asksToWait = status === 429 || status === 503;
    const refusal = refusalIn(status, await beginningOf(response));
    throw new ServerRefused(status, refusal, asksToWait ? headers.get('retry-after') : null);
  };
}

/** Of a response with this status, or of an error in a stream, which has no status of its own: then it counts as 500. */
export function refusalIn(status: number, body: string): Refusal {
  const reason = reasonOf(status, body);
  return { reason, parameter: reason === 'refused' ? refusedParameter(body) : null };
}

function reasonOf(status: number, body: string): FallbackReason {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 429) return 'rate_limited';
  if (OF_LENGTH.has(status) && CONTEXT_EXCEEDED.test(body)) return 'context_exceeded';
  if (status === 404 || status === 405) return MODEL.test(body) ? 'model_not_found' : 'path_not_found';
  if (status === 400 && MODEL_UNKNOWN.test(body)) return 'model_not_found';
  if (status === 503 && LOADING.test(body)) return 'loading';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'redirected';
}

/** The parameter in `param`, otherwise the first one that the text names. */
function refusedParameter(body: string): OptionalParameter | null {
  const param = /"param"\s*:\s*"([\w.]{1,60})"/.exec(body)?.[1]?.split('.')[0];
  return (
    OPTIONAL_PARAMETERS.find((name) => name === param) ??
    OPTIONAL_PARAMETERS.find((name) => new RegExp(`\\b${name}\\b`).test(body)) ??
    null
  );
}

/** Empty where the server breaks off: the status says enough. */
async function beginningOf({ body }: Response): Promise<string> {
  let text = '';
  try {
    const texts = (body?.pipeThrough(new TextDecoderStream()) ?? []) as AsyncIterable<string>;
    for await (const piece of texts) {
      text += piece;
      if (text.length > LONGEST_BODY) break;
    }
  } catch {
    // The text that has arrived is judged.
  }
  return text.slice(0, LONGEST_BODY);
}
