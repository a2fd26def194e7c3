import type { Capability } from '../capability';
import { type ErrorBody, Refusal, Unavailable } from '../errors';
import type { OperationRequest } from '../input/request';
import { type HttpAnswer, sendHttp, textOf } from './http-client';

export interface Answer {
  status: number;
  body: unknown;
  /** Path of the record that the answer is about, below the service's base address. */
  location: string | null;
}

/** The service at an address, spoken to with one credential or with none. */
export class Service {
  constructor(
    /** Without a slash at its end: `https://parley.example.com/api/v1`. */
    readonly baseUrl: string,
    private readonly secret: string | null,
  ) {}

  /** @throws Refusal, Unavailable */
  async call(capability: Pick<Capability, 'credentialKind'>, request: OperationRequest): Promise<Answer> {
    return this.read(await this.open(capability, request));
  }

  /** All of an answer, which is JSON. @throws Unavailable */
  async read({ status, headers, body }: HttpAnswer): Promise<Answer> {
    return { status, body: parsed(await textOf(body)), location: this.below(headers.location) };
  }

  /** The answer as it arrives. @throws Refusal, Unavailable */
  async open({ credentialKind }: Pick<Capability, 'credentialKind'>, request: OperationRequest): Promise<HttpAnswer> {
    const { method, path, headers, body } = request;
    const anonymous = this.secret === null || credentialKind === 'public' || credentialKind === 'client';
    const answer = await sendHttp({
      method,
      url: new URL(`${this.baseUrl}${path}`),
      headers: { accept: '*/*', ...(anonymous ? {} : { authorization: `Bearer ${this.secret}` }), ...headers },
      body,
    });
    if (answer.status >= 300) throw await refusalOf(answer);
    return answer;
  }

  private below(location: string | undefined): string | null {
    if (location === undefined) return null;
    const base = new URL(this.baseUrl);
    const target = URL.canParse(location, base.href) ? new URL(location, base) : null;
    if (target?.origin !== base.origin || !target.pathname.startsWith(`${base.pathname}/`)) return null;
    return target.pathname.slice(base.pathname.length);
  }
}

async function refusalOf({ status, headers, body }: HttpAnswer): Promise<Error> {
  const error = errorBodyOf(await textOf(body));
  if (!error) return new Unavailable(`The answer (${status}) is not one of Parley's. Is the address right?`);
  const retryAfter = Number(headers['retry-after']);
  const scopes = /scope="([^"]*)"/.exec(headers['www-authenticate'] ?? '')?.[1];
  const requestId = headers['x-request-id'];
  return new Refusal(
    status,
    error,
    typeof requestId === 'string' ? requestId : null,
    Number.isFinite(retryAfter) ? retryAfter : null,
    scopes ?? null,
  );
}

/** The token endpoint says `{"error": "<code>"}` and no more (RFC 6749 §5.2). */
function errorBodyOf(text: string): ErrorBody | null {
  try {
    const body = JSON.parse(text) as Partial<ErrorBody> | null;
    if (typeof body?.error !== 'string') return null;
    return { ...body, error: body.error, code: typeof body.code === 'string' ? body.code : body.error };
  } catch {
    return null;
  }
}

function parsed(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new Unavailable('The answer is not JSON. Is the address that of Parley?');
  }
}
