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
  constructor(
    /** `POST /accounts answered 400`, for the screen. */
    readonly summary: string,
    text: string,
  ) {
    super(`${summary}: ${text}`);
  }
}

/** Calls the running service over HTTP, as any other program would. */
export class ApiClient {
  /** The number of calls so far. */
  count = 0;

  constructor(readonly baseUrl: string) {}

  async call<Body>(method: string, path: string, call: Call = {}): Promise<Reply<Body>> {
    const { body, form, headers, expect = [200, 201, 202] } = call;
    this.count++;
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: { ...(body && { 'Content-Type': 'application/json' }), ...headers },
      body: form ? new URLSearchParams(form) : body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!expect.includes(response.status)) throw new CallRefused(`${method} ${path} answered ${response.status}`, text);
    return { status: response.status, headers: response.headers, body: JSON.parse(text) as Body };
  }
}
