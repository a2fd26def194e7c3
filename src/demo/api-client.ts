import type { Screen } from './screen';

export interface Reply<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface Call {
  body?: object;
  /** Sent as application/x-www-form-urlencoded, which only the token endpoint takes. */
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** Statuses that are expected; another one ends the demonstration. */
  expect?: readonly number[];
}

/** A refusal that the demonstration cannot go on after. */
export class CallRefused extends Error {
  constructor(method: string, path: string, status: number, text: string) {
    super(`${method} ${path} answered ${status}: ${text}`);
  }
}

/** Calls the running service over HTTP, as any other program would, and shows each call. */
export class ApiClient {
  constructor(
    readonly baseUrl: string,
    private readonly screen: Screen,
  ) {}

  async call<Body>(method: string, path: string, call: Call = {}): Promise<Reply<Body>> {
    const started = performance.now();
    const reply = await this.quietly<Body>(method, path, call);
    this.screen.call(method, path, reply.status, performance.now() - started);
    return reply;
  }

  /** For calls that are made over and over until something is done. */
  async quietly<Body>(method: string, path: string, call: Call = {}): Promise<Reply<Body>> {
    const { body, form, headers, expect = [200, 201, 202] } = call;
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: { ...(body && { 'Content-Type': 'application/json' }), ...headers },
      body: form ? new URLSearchParams(form) : body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!expect.includes(response.status)) throw new CallRefused(method, path, response.status, text);
    return { status: response.status, headers: response.headers, body: JSON.parse(text) as Body };
  }
}
