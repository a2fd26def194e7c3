import type { Capability } from '../capability';
import { type ErrorBody, Refusal, type RefusalContext, Unavailable } from '../errors';
import type { OperationRequest } from '../input/request';
import type { Credential } from './credential';
import { type HttpAnswer, sendHttp, textOf } from './http-client';

const API = '/api/v1/';

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
    private readonly credential: Credential | null,
  ) {}

  /** @throws Refusal, Unavailable */
  async call(capability: Capability, request: OperationRequest): Promise<Answer> {
    return this.read(await this.open(capability, request));
  }

  /** All of an answer, which is JSON. @throws Unavailable */
  async read({ status, headers, body }: HttpAnswer): Promise<Answer> {
    return { status, body: parsed(await textOf(body)), location: this.below(headers.location) };
  }

  /** The answer as it arrives. @throws Refusal, Unavailable */
  async open(capability: Capability, request: OperationRequest): Promise<HttpAnswer> {
    const { method, path, headers, body } = request;
    const anonymous = ['public', 'client'].includes(capability.credentialKind);
    const credential = anonymous ? null : this.credential;
    const answer = await sendHttp({
      method,
      url: new URL(`${this.baseUrl}${path}`),
      headers: { accept: '*/*', ...(credential && { authorization: `Bearer ${credential.secret}` }), ...headers },
      body,
    });
    if (answer.status >= 300) throw await refusalOf(answer, { capability, credentialFrom: credential?.from ?? null });
    return answer;
  }

  /**
   * Whatever name the service has for itself: it is spoken to at the address that was typed. Null for what is not below it,
   * which the credential is not for.
   */
  private below(location: string | undefined): string | null {
    const at = location?.indexOf(API) ?? -1;
    if (location === undefined || at < 0) return null;
    const path = location.slice(at + API.length - 1);
    return new URL(`${this.baseUrl}${path}`).href.startsWith(`${this.baseUrl}/`) ? path : null;
  }
}

async function refusalOf(
  { status, headers, body }: HttpAnswer,
  called: Pick<RefusalContext, 'capability' | 'credentialFrom'>,
): Promise<Error> {
  const error = errorBodyOf(await textOf(body));
  if (!error) return new Unavailable(`The answer (${status}) is not one of Parley's. Is the address right?`);
  const retryAfter = Number(headers['retry-after']);
  const scopes = /scope="([^"]*)"/.exec(headers['www-authenticate'] ?? '')?.[1];
  const requestId = headers['x-request-id'];
  return new Refusal(status, error, {
    ...called,
    requestId: typeof requestId === 'string' ? requestId : null,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
    neededScopes: scopes ?? null,
  });
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
