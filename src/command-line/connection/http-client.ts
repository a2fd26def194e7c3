import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, RequestOptions } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { bytesOf } from '../bytes-of';
import { CommandError, Unavailable } from '../errors';

export interface HttpRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: string | Readable | null;
  /** Aborts the request and its answer. */
  deadline?: AbortSignal;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: IncomingMessage;
}

/** In milliseconds, without any data in either direction. Answers of models take long. */
const SILENCE_MS = 120_000;
/** In bytes, for an answer that is read as a whole. */
const LONGEST_TEXT = 64 * 1_048_576;

/**
 * Sends a request. Does not follow redirects, so that the credential reaches only the intended server.
 *
 * @throws Unavailable if no answer arrives
 */
export async function sendHttp({ method, url, headers, body, deadline }: HttpRequest): Promise<HttpAnswer> {
  const request = await started(url, { method, timeout: SILENCE_MS, signal: deadline });
  // Not in the options: Node prints those if NODE_DEBUG is set, and a header has the credential.
  for (const [name, value] of Object.entries(sized(headers, body))) request.setHeader(name, value);
  const answered = answerTo(request, url);
  // A service may answer before it has read the whole body. A write error after that is not a failure.
  if (body === null || typeof body === 'string') {
    request.end(body ?? undefined);
    return answered;
  }
  // The error may come from the body: a file that cannot be read.
  const sent = new Promise<never>((_resolve, reject) => {
    pipeline(body, request, (error) => {
      if (error instanceof CommandError) reject(error);
    });
  });
  return Promise.race([answered, sent]);
}

export async function textOf(body: IncomingMessage): Promise<string> {
  const tooLong = (): Unavailable => new Unavailable('The answer is too long.');
  const bytes = await bytesOf(body, LONGEST_TEXT, tooLong).catch((error: unknown) => {
    if (error instanceof Unavailable) throw error;
    throw new Unavailable('The connection broke off in the middle of the answer.');
  });
  return bytes.toString();
}

/** Loads only the needed protocol: TLS takes more time than the rest of the start. */
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

/** Codes of failures before the first byte. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server listens there',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be resolved',
  ABORT_ERR: 'the request timed out',
  ECONNRESET: 'the connection broke off',
  EPIPE: 'the connection broke off',
};

function unavailable(url: URL, error: NodeJS.ErrnoException): Unavailable {
  const reason = REASONS[error.code ?? ''] ?? error.code ?? error.message;
  return new Unavailable(
    `${url.origin} does not answer: ${reason}.`,
    'Check the address in PARLEY_URL or in the profile.',
    { mayHaveArrived: !NEVER_SENT.has(error.code ?? '') },
  );
}
