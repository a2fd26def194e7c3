import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Demonstration, RequestHeaders } from './demonstration';
import type { AgentPlace } from './make-agent';
import { PATIENCE_MS } from './patience';

const TYPE = 'message.created';

interface Received {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Receipt {
  webhook: { id: string };
  secret: string;
}

/** A program of the customer that gets the events of the workspace. */
export class EventReceiver {
  private constructor(
    private readonly demo: Demonstration,
    private readonly person: RequestHeaders,
    private readonly path: string,
    private readonly secret: string,
    private readonly server: Server,
    private readonly received: readonly Received[],
  ) {}

  /** Makes a webhook that leads to it. */
  static async open(demo: Demonstration, person: RequestHeaders, agent: AgentPlace): Promise<EventReceiver> {
    const received: Received[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push({ headers: request.headers, body: Buffer.concat(chunks) });
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
    server.unref();
    const { port } = server.address() as AddressInfo;
    const webhooks = `/workspaces/${agent.workspaceId}/webhooks`;
    const { body } = await demo.api.call<Receipt>('POST', webhooks, {
      headers: person,
      body: { url: `http://127.0.0.1:${port}/events`, events: [TYPE], content: 'current' },
    });
    return new EventReceiver(demo, person, `${webhooks}/${body.webhook.id}`, body.secret, server, received);
  }

  /** Shows the last event, and removes the webhook: the program ends with the demonstration. */
  async show(): Promise<void> {
    const { screen, api } = this.demo;
    screen.heading('A program of yours learns of each message by a signed webhook');
    for (const end = Date.now() + PATIENCE_MS; this.received.length === 0; await pause(50)) {
      if (Date.now() > end) throw new Error('No event has reached the webhook.');
    }
    const last = this.received.at(-1)!;
    const { type, resource } = JSON.parse(last.body.toString()) as {
      type: string;
      resource: { content?: string } | null;
    };
    screen.excerpt('event', `${type}: ${resource?.content ?? ''}`);
    if (!isGenuine(last, this.secret)) throw new Error('The signature of the event is wrong.');
    await api.call('DELETE', this.path, { headers: this.person });
    this.server.close();
  }
}

/** As docs/webhooks.md shows it. */
function isGenuine({ headers, body }: Received, secret: string): boolean {
  const text = (name: string): string => String(headers[`webhook-${name}`] ?? '');
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const mac = createHmac('sha256', key)
    .update(`${text('id')}.${text('timestamp')}.`)
    .update(body)
    .digest();
  return text('signature')
    .split(' ')
    .some((one) => {
      const received = Buffer.from(one.slice('v1,'.length), 'base64');
      return received.length === mac.length && timingSafeEqual(received, mac);
    });
}
