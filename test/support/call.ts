export interface CallOptions {
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  /** Bearer secret. */
  token?: string;
  /** Session secret, sent as the cookie of a local installation. */
  cookie?: string;
  origin?: string;
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
}

export interface Reply {
  status: number;
  headers: Headers;
  /** Parsed JSON, or undefined where the body is none. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies of every shape
  body: any;
  text: string;
}

/** One HTTP request as a caller would send it. */
export async function call(url: string, method: string, options: CallOptions): Promise<Reply> {
  const address = new URL(url);
  for (const [name, value] of Object.entries(options.query ?? {})) address.searchParams.set(name, String(value));
  const response = await fetch(address, {
    method,
    redirect: 'manual',
    headers: {
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...(options.cookie === undefined ? {} : { cookie: `parley_session=${options.cookie}` }),
      ...(options.origin === undefined ? {} : { origin: options.origin }),
      ...options.headers,
    },
    body: typeof options.body === 'string' || options.body === undefined ? options.body : JSON.stringify(options.body),
  });
  const isEndless = method === 'GET' && response.headers.get('content-type')?.startsWith('text/event-stream');
  const text = isEndless ? await firstEvent(response) : await response.text();
  return { status: response.status, headers: response.headers, body: parsed(text), text };
}

/** Of a stream without end; its reader leaves. */
async function firstEvent({ body }: Response): Promise<string> {
  let text = '';
  for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (text.includes('\n\n')) break;
  }
  return text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
