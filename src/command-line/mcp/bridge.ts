import { createInterface } from 'node:readline';
import { CommandError } from '../errors';
import { type Host, write } from '../host';
import { onLines } from '../output/printable';
import { jsonOf } from './json-of';
import type { Message, Relay } from './relay';

/** The most messages that wait for an answer. A client that sends more is read no further until one arrives. */
const MOST_AT_ONCE = 32;

/**
 * MCP over stdio: one message per line in each direction, and nothing else on stdout. Each message is a request to the
 * service, so an answer does not wait for those before it.
 */
export class Bridge {
  private readonly running = new Set<Promise<void>>();
  /** By the id of the request, for its cancellation. */
  private readonly cancellations = new Map<unknown, AbortController>();
  private noted = '';

  constructor(
    private readonly relay: Relay,
    private readonly host: Host,
  ) {}

  /** Ends with stdin, once the last answer is written. `signedIn` throws what a person must do before the first message. */
  async run(signedIn: () => Promise<unknown>): Promise<void> {
    await signedIn().catch((error: unknown) => this.note(error));
    for await (const line of createInterface({ input: this.host.stdin, crlfDelay: Infinity })) {
      if (line.trim() === '') continue;
      const work = this.answer(line).finally(() => this.running.delete(work));
      this.running.add(work);
      if (this.running.size >= MOST_AT_ONCE) await Promise.race(this.running);
    }
    await Promise.all(this.running);
  }

  private async answer(line: string): Promise<void> {
    const message = jsonOf(line) as Message | null | undefined;
    if (message === undefined) return this.fail(null, { code: PARSE_ERROR, message: 'The line is not JSON.' });
    if (message?.method === 'notifications/cancelled') return this.cancel(message);
    const id = idOf(message);
    const cancellation = new AbortController();
    const { noted } = this;
    if (id !== undefined) this.cancellations.set(id, cancellation);
    try {
      const answer = await this.relay.send(line, message, cancellation.signal);
      if (answer !== null && id !== undefined) await write(this.host.stdout, `${answer}\n`);
      // The answer to a message from before the note does not show that its reason is gone.
      if (answer !== null && noted === this.noted) this.noted = '';
    } catch (error) {
      // The client does not expect an answer to a request that it has cancelled.
      if (cancellation.signal.aborted) return;
      await this.note(error);
      if (id !== undefined) await this.fail(id, { code: SERVER_ERROR, message: textOf(error) });
    } finally {
      if (this.cancellations.get(id) === cancellation) this.cancellations.delete(id);
    }
  }

  private cancel({ params }: Message): void {
    this.cancellations.get(params?.['requestId'])?.abort();
  }

  private async fail(id: unknown, error: { code: number; message: string }): Promise<void> {
    await write(this.host.stdout, `${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`);
  }

  /** For the person who reads the log of the client. Not twice in a row. */
  private async note(error: unknown): Promise<void> {
    const text = `parley: ${onLines(textOf(error))}\n`;
    if (text === this.noted) return;
    this.noted = text;
    await write(this.host.stderr, text);
  }
}

/** JSON-RPC 2.0 §5.1. */
const PARSE_ERROR = -32700;
const SERVER_ERROR = -32000;

/** Null for what is no message, such as a batch: the service refuses it without an id. */
function idOf(message: Message | null): unknown {
  return typeof message === 'object' && message !== null && !Array.isArray(message) ? message.id : null;
}

function textOf(error: unknown): string {
  // Other errors may contain data of the message.
  if (!(error instanceof CommandError)) return 'This is a bug in the command line itself.';
  const { message, hint } = error;
  return hint === undefined ? message : `${message} ${hint}`;
}
