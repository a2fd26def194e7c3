import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** One request as a receiver sees it. */
export interface ReceivedHook {
  headers: IncomingHttpHeaders;
  body: string;
  event: { id: string; type: string; position: string; data: Record<string, unknown> } & Record<string, unknown>;
  path: string;
}

type Answer = number | ((response: ServerResponse) => void);

/** A server of a test's own that webhooks lead to. */
export class WebhookReceiver {
  readonly hooks: ReceivedHook[] = [];
  /** Requests under way, and the most there were at once. */
  open = 0;
  mostOpen = 0;
  private answers: (hook: ReceivedHook) => Answer = () => 200;

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      this.mostOpen = Math.max(this.mostOpen, (this.open += 1));
      response.on('close', () => (this.open -= 1));
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('error', () => {});
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const hook = { headers: request.headers, body, event: JSON.parse(body) as never, path: request.url ?? '' };
        this.hooks.push(hook);
        const answer = this.answers(hook);
        if (typeof answer === 'function') answer(response);
        else response.writeHead(answer, { 'content-type': 'text/plain' }).end(`status ${answer}`);
      });
    });
  }

  static async start(): Promise<WebhookReceiver> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new WebhookReceiver(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** From now on. */
  answer(answer: Answer): void {
    this.answers = () => answer;
  }

  /** The same, where it depends on the request. */
  answerEach(answers: (hook: ReceivedHook) => Answer): void {
    this.answers = answers;
  }

  clear(): void {
    this.hooks.length = 0;
    this.mostOpen = 0;
  }

  get ids(): string[] {
    return this.hooks.map(({ headers }) => String(headers['webhook-id']));
  }

  /** The subjects of the events, in the order of the requests. */
  get subjects(): unknown[] {
    return this.hooks.map(({ event }) => event.data['webhookId']);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** Whether the published library of Standard Webhooks accepts a request. */
export function isGenuine({ headers, body }: Pick<ReceivedHook, 'headers' | 'body'>, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
