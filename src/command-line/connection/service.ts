import type { Capability } from '../capability';
import { type ErrorBody, Refusal, type RefusalContext, Unavailable } from '../errors';
import type { OperationRequest } from '../input/request';
import type { Credential } from './credential';
import { type HttpAnswer, sendHttp, textOf } from './http-client';

const API = '/api/v1/';

export interface Answer {
  status: number;
  body: unknown;
  /** Path of the record that the answer describes, relative to the service's base address. */
  location: string | null;
}

/** The service at an address, called with one credential or with none. */
export class Service {
  constructor(
    /** Without a final slash: `https://parley.example.com/api/v1`. */
    readonly baseUrl: string,
    private readonly credential: Credential | null,
  ) {}

  /** @throws Refusal, Unavailable */
  async call(capability: Capability, request: OperationRequest): Promise<Answer> {
    return this.read(await this.open(capability, request));
  }

  /** Reads a whole answer as JSON. @throws Unavailable */
  async read({ status, headers, body }: HttpAnswer): Promise<Answer> {
    return { status, body: parsed(await textOf(body)), location: this.below(headers.location) };
  }

  /** Returns the answer as it arrives. @throws Refusal, Unavailable */
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
   * The path of a location below the address that the user typed, even if the service has another name for itself. Null
   * if it is not below it, where the credential must not be sent.
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
  if (!error) return new Unavailable(`The answer (${status}) is not from Parley. Check the address.`);
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

/** The token endpoint answers only `{"error": "<code>"}` (RFC 6749 §5.2). */
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
    throw new Unavailable('The answer is not JSON. Check that the address is that of Parley.');
  }
}
