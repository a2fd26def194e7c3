import { Agent, type IncomingMessage, request } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';

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

/** Not by `fetch`, which takes three times as much of the processor: suites send tens of thousands of requests. */
const AGENTS = { http: new Agent({ keepAlive: true }), https: new TlsAgent({ keepAlive: true }) };

/** One HTTP request as a caller would send it. */
export async function call(url: string, method: string, options: CallOptions): Promise<Reply> {
  const address = new URL(url);
  for (const [name, value] of Object.entries(options.query ?? {})) address.searchParams.set(name, String(value));
  const body =
    typeof options.body === 'string' || options.body === undefined ? options.body : JSON.stringify(options.body);
  const response = await answered(address, method, body, {
    accept: '*/*',
    // Node gives no length for the body of a DELETE by itself.
    ...(body !== undefined && { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(body)}` }),
    ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
    ...(options.cookie === undefined ? {} : { cookie: `parley_session=${options.cookie}` }),
    ...(options.origin === undefined ? {} : { origin: options.origin }),
    ...options.headers,
  });
  const headers = headersOf(response);
  const isEndless = method === 'GET' && headers.get('content-type')?.startsWith('text/event-stream') === true;
  const text = await textOf(response, isEndless);
  return { status: response.statusCode!, headers, body: parsed(text), text };
}

function answered(
  url: URL,
  method: string,
  body: string | undefined,
  headers: Record<string, string>,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const [send, agent] = url.protocol === 'https:' ? [tlsRequest, AGENTS.https] : [request, AGENTS.http];
    send(url, { method, agent, headers }, resolve).on('error', reject).end(body);
  });
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!);
  return headers;
}

/** Of a stream without end its first event; its reader leaves. */
async function textOf(response: IncomingMessage, isEndless: boolean): Promise<string> {
  let text = '';
  for await (const piece of response.setEncoding('utf8') as AsyncIterable<string>) {
    text += piece;
    if (isEndless && text.includes('\n\n')) break;
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
