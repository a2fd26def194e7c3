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
  async call(capability: Capability, request: OperationRequest): Promise<Answer> {
    return this.read(await this.open(capability, request));
  }

  /** All of an answer, which is JSON. @throws Unavailable */
  async read({ status, headers, body }: HttpAnswer): Promise<Answer> {
    return { status, body: parsed(await textOf(body)), location: belowApi(headers.location) };
  }

  /** The answer as it arrives. @throws Refusal, Unavailable */
  async open(capability: Capability, request: OperationRequest): Promise<HttpAnswer> {
    const { method, path, headers, body } = request;
    const { credentialKind } = capability;
    const anonymous = this.secret === null || credentialKind === 'public' || credentialKind === 'client';
    const answer = await sendHttp({
      method,
      url: new URL(`${this.baseUrl}${path}`),
      headers: { accept: '*/*', ...(anonymous ? {} : { authorization: `Bearer ${this.secret}` }), ...headers },
      body,
    });
    if (answer.status >= 300) throw await refusalOf(answer, capability);
    return answer;
  }
}

async function refusalOf({ status, headers, body }: HttpAnswer, capability: Capability): Promise<Error> {
  const error = errorBodyOf(await textOf(body));
  if (!error) return new Unavailable(`The answer (${status}) is not one of Parley's. Is the address right?`);
  const retryAfter = Number(headers['retry-after']);
  const scopes = /scope="([^"]*)"/.exec(headers['www-authenticate'] ?? '')?.[1];
  const requestId = headers['x-request-id'];
  return new Refusal(status, error, {
    capability,
    requestId: typeof requestId === 'string' ? requestId : null,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
    neededScopes: scopes ?? null,
  });
}

const API = '/api/v1/';

/** Whatever name the service has for itself: it is spoken to at the address that was typed. */
function belowApi(location: string | undefined): string | null {
  const at = location?.indexOf(API) ?? -1;
  return location === undefined || at < 0 ? null : location.slice(at + API.length - 1);
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
