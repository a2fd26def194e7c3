import type { Screen } from './screen';

export interface Reply<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface Call {
  body?: object;
  /** Sent as application/x-www-form-urlencoded, which only the token endpoint accepts. */
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** Expected statuses. Another one ends the demonstration. */
  expect?: readonly number[];
}

/** A refusal that ends the demonstration. */
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

  /** For repeated calls that wait for a state. */
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
