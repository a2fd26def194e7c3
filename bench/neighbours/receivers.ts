import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api } from '../support/api';
import type { Bench } from '../support/bench';
import { HttpConnection } from '../support/http-connection';
import { COLLECTS_ON_SIGNAL, collected } from '../support/idle';
import { startPeer, startService } from '../support/servers';
import { createTenant, type Tenant } from '../support/tenant';
import { figure } from './figure';
import { Neighbour, takeTurns } from './listening';

/** Ways in which a receiver does harm, each with a webhook of its own. `tls`: the receiver speaks none. */
const HARMS = ['endless', 'gigabytes', 'drips', 'refuses', 'redirects', 'headers', 'silent', 'tls'];
const RECEIVED_WITHIN_MS = 60_000;
/** Most memory in MB that the service may take more beside those receivers. */
const GOAL_OF_MEMORY = 32;

/**
 * Other tenants beside one whose webhooks lead to hostile receivers, and who keeps creating contacts. In the idle
 * turns that tenant creates contacts too, and its webhooks are paused; what they missed is sent in the busy turns.
 */
export async function receivers(bench: Bench): Promise<void> {
  const databaseUrl = await bench.createDatabase();
  const conditions = { ...bench.conditions, databaseUrl };
  const settings = {
    FETCH_ALLOWED_HOSTS: ['127.0.0.1', ...HARMS.map((_, place) => addressOf(place))].join(),
    WEBHOOK_RETRY_SECONDS: Array.from({ length: 30 }, () => '1').join(),
  };
  const hostile = await startPeer('bench/neighbours/hostile.server.ts', conditions);
  const service = await startService(conditions, { settings, nodeOptions: COLLECTS_ON_SIGNAL });
  const received = await Receiver.start();
  const { seconds, rounds } = bench.options;
  try {
    const tenant = new HookedTenant(service.url, await createTenant(databaseUrl, 'hostile@example.com'));
    for (const [place, harm] of HARMS.entries()) {
      const { port } = new URL(hostile.url);
      await tenant.addWebhook(`${harm === 'tls' ? 'https' : 'http'}://${addressOf(place)}:${port}/${harm}`);
    }
    const listening = await neighboursOf(service.url, await createTenant(databaseUrl), received);
    const turn = (state: 'active' | 'paused') => async (): Promise<void> => {
      await tenant.setWebhooks(state);
      await tenant.createContactsFor(seconds * 1_000);
    };
    const [idle, busy] = [turn('paused'), turn('active')];
    // Warm-up, not counted.
    await takeTurns(listening, { idle, busy, rounds: 1 });
    const taken = await takeTurns(listening, { idle, busy, rounds });
    const beside = `${HARMS.length} hostile receivers`;
    bench.cases(
      `Neighbours of: ${beside}, ms`,
      listening.map(({ name }, index) => figure(name, beside, taken[index]!)),
    );
    await idle();
    const megabytes = await collected(service);
    await busy();
    const note = `${megabytes.toFixed(0)} MB idle; after GC; goal at most ${GOAL_OF_MEMORY} more`;
    bench.plain('Resident memory', [
      { name: `more beside ${beside}`, value: (await collected(service)) - megabytes, unit: 'MB', n: 1, note },
    ]);
    for (const neighbour of listening) neighbour.close();
    tenant.close();
  } finally {
    await service.stop();
    await hostile.stop();
    received.stop();
  }
}

/** The service bounds its requests to each host: so that this bound does not help, each receiver is a host. */
function addressOf(place: number): string {
  return `127.0.0.${2 + place}`;
}

async function neighboursOf(url: string, owner: Tenant, receiver: Receiver): Promise<Neighbour[]> {
  const tenant = new HookedTenant(url, owner);
  await tenant.addWebhook(receiver.url);
  const contacts = `/api/v1${tenant.path}/contacts?limit=20`;
  return [
    Neighbour.reading('GET /health/live', '/health/live', url, owner.credential),
    Neighbour.reading('GET contacts', contacts, url, owner.credential),
    new Neighbour(
      'a webhook, from the request to its receiver',
      async () => receiver.until(await tenant.createContact()),
      () => tenant.close(),
    ),
  ];
}

/** Creates contacts, and has webhooks for that. */
class HookedTenant {
  readonly path: string;
  private readonly token: string;
  private readonly connection: HttpConnection;
  private readonly webhooks: string[] = [];

  constructor(
    private readonly url: string,
    { credential, workspaceId }: Tenant,
  ) {
    this.token = credential;
    this.path = `/workspaces/${workspaceId}`;
    this.connection = new HttpConnection(url, credential);
  }

  async addWebhook(url: string): Promise<void> {
    const body = { url, events: ['contact.created'], parallelism: 10 };
    const request = { token: this.token, body };
    const made = await api<{ webhook: { id: string } }>(this.url, 'POST', `${this.path}/webhooks`, request);
    this.webhooks.push(`${this.path}/webhooks/${made.webhook.id}`);
  }

  async setWebhooks(state: 'active' | 'paused'): Promise<void> {
    for (const path of this.webhooks) await api(this.url, 'PATCH', path, { token: this.token, body: { state } });
  }

  async createContactsFor(milliseconds: number): Promise<void> {
    for (const began = performance.now(); performance.now() - began < milliseconds;) await this.createContact();
  }

  async createContact(): Promise<string> {
    const path = `/api/v1${this.path}/contacts`;
    const text = await this.connection.succeed({ method: 'POST', path, body: { name: 'Ann' } });
    return (JSON.parse(text) as { id: string }).id;
  }

  close(): void {
    this.connection.close();
  }
}

/** The receiver of a tenant that does no harm. */
class Receiver {
  private readonly received = new Set<string>();
  private readonly waiting = new Map<string, () => void>();

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { contactId: string } };
        this.received.add(data.contactId);
        this.waiting.get(data.contactId)?.();
        response.end();
      });
    });
  }

  static async start(): Promise<Receiver> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Receiver(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** Until the event of that contact has arrived. @throws if it does not arrive in a minute */
  async until(contactId: string): Promise<void> {
    if (this.received.has(contactId)) return;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('A webhook did not arrive')), RECEIVED_WITHIN_MS);
      this.waiting.set(contactId, () => (clearTimeout(timer), this.waiting.delete(contactId), resolve()));
    });
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
