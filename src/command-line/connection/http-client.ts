import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { bytesOf } from '../bytes-of';
import { CommandError, Unavailable } from '../errors';

export interface HttpRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: string | Readable | null;
  /** Ends the request and its answer. */
  deadline?: AbortSignal;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: IncomingMessage;
}

/** How long nothing may come or go, in milliseconds; an answer of a model takes its time. */
const SILENCE_MS = 120_000;
/** Bytes of an answer that is read as a whole. */
const LONGEST_TEXT = 64 * 1_048_576;

/**
 * Sends a request. A redirection is an answer like any other: a credential goes nowhere but where it was meant to go.
 *
 * @throws Unavailable where no answer comes
 */
export async function sendHttp({ method, url, headers, body, deadline }: HttpRequest): Promise<HttpAnswer> {
  const request = await started(url, { method, timeout: SILENCE_MS, signal: deadline });
  // Apart from the options, which Node prints where NODE_DEBUG is set: among them is the credential.
  for (const [name, value] of Object.entries(sized(headers, body))) request.setHeader(name, value);
  const answered = answerTo(request, url);
  // A service may answer before it has read everything: what breaks then is no failure.
  if (body === null || typeof body === 'string') {
    request.end(body ?? undefined);
    return answered;
  }
  // What is sent may be what breaks: a file that cannot be read.
  const sent = new Promise<never>((_resolve, reject) => {
    pipeline(body, request, (error) => {
      if (error instanceof CommandError) reject(error);
    });
  });
  return Promise.race([answered, sent]);
}

export async function textOf(body: IncomingMessage): Promise<string> {
  const tooLong = (): Unavailable => new Unavailable('The answer is too long to be one.');
  const bytes = await bytesOf(body, LONGEST_TEXT, tooLong).catch((error: unknown) => {
    if (error instanceof Unavailable) throw error;
    throw new Unavailable('The connection broke off in the middle of the answer.');
  });
  return bytes.toString();
}

/** Only the protocol that is needed is loaded: TLS costs more than the rest of the start. */
async function started(url: URL, options: RequestOptions): Promise<ClientRequest> {
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  return request(url, options);
}

function sized(headers: Record<string, string>, body: HttpRequest['body']): Record<string, string> {
  return typeof body === 'string' ? { ...headers, 'content-length': String(Buffer.byteLength(body)) } : headers;
}

function answerTo(request: ClientRequest, url: URL): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    request.on('timeout', () => request.destroy(new Error('timed out')));
    request.on('error', (error) => reject(error instanceof CommandError ? error : unavailable(url, error)));
    request.on('response', (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: response });
    });
  });
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ABORT_ERR: 'it takes too long',
  ECONNRESET: 'the connection broke off',
  EPIPE: 'the connection broke off',
};

function unavailable(url: URL, error: NodeJS.ErrnoException): Unavailable {
  const reason = REASONS[error.code ?? ''] ?? error.code ?? error.message;
  return new Unavailable(
    `${url.origin} does not answer: ${reason}.`,
    'Is the address right? It is that of PARLEY_URL, or of the profile.',
  );
}
