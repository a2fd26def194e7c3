import { setTimeout as pause } from 'node:timers/promises';
import { CommandError, Unavailable } from '../errors';
import { EXIT } from '../exit-codes';
import { fieldOf } from '../output/fields';
import { type HttpAnswer, sendHttp, textOf } from '../connection/http-client';
import { jsonOf } from './json-of';
import type { McpCredentials } from './mcp-credentials';

/** The members of a JSON-RPC message that decide how it is sent. */
export interface Message {
  id?: unknown;
  method?: unknown;
  params?: Record<string, unknown>;
}

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;
/** In milliseconds: how long to wait for a service that does not answer. A restart takes less. */
const PATIENCE_MS = 30_000;

/** Sends messages to the MCP endpoint of the service, with the credential of the moment. */
export class Relay {
  /** The revision of a handshake, which the messages after it do not repeat. */
  private negotiated: string | undefined;

  constructor(
    private readonly url: URL,
    private readonly credentials: McpCredentials,
  ) {}

  /**
   * The answer on one line; null if there is none, as to a notification. A message that cannot have arrived is sent
   * again, and so is one that only reads: a restart of the service is only a pause.
   *
   * @throws CommandError with what a person can do
   */
  async send(line: string, message: Message | null, cancelled: AbortSignal): Promise<string | null> {
    for (const until = Date.now() + PATIENCE_MS, waits = pauses(); ;) {
      try {
        return await this.sendOnce(line, message, cancelled);
      } catch (error) {
        const again = error instanceof Unavailable && (!error.mayHaveArrived || message?.method !== 'tools/call');
        if (!again || cancelled.aborted || Date.now() > until) throw error;
        await pause(waits.next().value, undefined, { signal: cancelled });
      }
    }
  }

  private async sendOnce(line: string, message: Message | null, cancelled: AbortSignal): Promise<string | null> {
    let secret = await this.credentials.current();
    let answer = await this.post(line, message, { secret, cancelled });
    if (answer.status === 401) {
      answer.body.resume();
      // The message was not read. Another credential may be there by now.
      secret = await this.credentials.current(secret);
      answer = await this.post(line, message, { secret, cancelled });
    }
    if (answer.status !== 401) this.credentials.accepted(secret);
    const text = (await textOf(answer.body)).replace(/[\r\n]+/g, ' ').trim();
    if (text === '' && answer.status < 300) return null;
    const body = jsonOf(text);
    if (!isReply(body)) throw refusalOf(answer.status, body);
    if (message?.method === 'initialize') this.negotiated = body.result?.protocolVersion;
    // A message that could not be read is answered without its id, but the client waits for it.
    return body.id === null ? JSON.stringify({ ...body, id: message?.id ?? null }) : text;
  }

  private post(
    line: string,
    message: Message | null,
    { secret, cancelled }: { secret: string; cancelled: AbortSignal },
  ): Promise<HttpAnswer> {
    return sendHttp({
      method: 'POST',
      url: this.url,
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        authorization: `Bearer ${secret}`,
        // A connection that the service has closed meanwhile would cost the answer of a call.
        connection: 'close',
        ...this.protocolHeaders(message),
      },
      body: line,
      deadline: cancelled,
    });
  }

  /** Revision 2026-07-28 repeats fields of the body in headers; older ones repeat the result of the handshake. */
  private protocolHeaders(message: Message | null): Record<string, string> {
    const { method, params } = message ?? {};
    const version = (params?.['_meta'] as Record<string, unknown> | undefined)?.[VERSION];
    if (typeof version !== 'string' || typeof method !== 'string') {
      return this.negotiated === undefined ? {} : { 'mcp-protocol-version': this.negotiated };
    }
    const name = method === 'tools/call' ? params?.['name'] : undefined;
    return {
      'mcp-protocol-version': inHeader(version),
      'mcp-method': inHeader(method),
      ...(typeof name === 'string' && { 'mcp-name': inHeader(name) }),
    };
  }
}

function* pauses(): Generator<number, never> {
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) yield wait;
}

/** Text that no header can contain is sent in Base64, as the protocol has it. */
function inHeader(text: string): string {
  return /^[\x21-\x7e]*$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

interface Reply {
  jsonrpc: string;
  id?: unknown;
  result?: { protocolVersion?: string };
}

function isReply(body: unknown): body is Reply {
  return typeof body === 'object' && body !== null && 'jsonrpc' in body;
}

/** A refusal of the whole message, which is an error body like that of any operation. */
function refusalOf(status: number, body: unknown): CommandError {
  // The service refuses with 503 before it reads a message.
  if (status === 503) return new Unavailable('The service is not ready.', undefined, { mayHaveArrived: false });
  const error = fieldOf(body, 'error');
  if (typeof error !== 'string')
    return new Unavailable(`The answer (${status}) is not from Parley. Check the address.`);
  const reasons = [fieldOf(body, 'details.message')].flat().filter((one) => typeof one === 'string');
  return new CommandError(`${error}${reasons.map((reason) => ` It ${reason}.`).join('')}`, EXIT.refused);
}
