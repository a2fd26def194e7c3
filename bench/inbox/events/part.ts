import assert from 'node:assert';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { newId } from '../../../src/common/database/uuid';
import { api } from '../../support/api';
import type { Bench } from '../../support/bench';
import { withClient } from '../../support/database';
import { quantile } from '../../support/interleaved';
import type { ServerProcess } from '../../support/server-process';
import { startService } from '../../support/servers';
import { createAccount, createTenant, type Tenant } from '../../support/tenant';
import { Listener } from './listener';

/** That one member may have open. */
const STREAMS_EACH = 20;
/** Opened at once. */
const OPENING = 50;
const IDLE_SECONDS = 30;
const MESSAGES = 20;
/** A stream that has not heard of a message after so long has lost it. */
const LOST_MS = 30_000;

/** Streams on which nothing happens: what each keeps in memory and asks the database, and whether all hear of a message. */
export async function events(bench: Bench): Promise<void> {
  const databaseUrl = await bench.createDatabase();
  const service = await startService({ ...bench.conditions, databaseUrl }, { nodeOptions: COLLECTS_ON_SIGNAL });
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { streams } = bench.options;
  let listeners: Listener[] = [];
  try {
    const tenant = await createTenant(databaseUrl);
    const path = `/workspaces/${tenant.workspaceId}`;
    const credentials = await createMembers(databaseUrl, tenant, Math.ceil(streams / STREAMS_EACH));
    const write = await conversation(service.url, tenant);
    const open = (count: number): Promise<Listener[]> =>
      openAll(`${service.url}/api/v1${path}/inbox/events`, credentials, count);
    // What is loaded and compiled once is nobody's stream.
    for (const listener of await open(Math.min(streams, 200))) listener.close();
    const before = { megabytes: await collected(service), perSecond: await transactionsPerSecond(client) };

    listeners = await open(streams);
    const idle = { megabytes: await collected(service), perSecond: await transactionsPerSecond(client) };
    const times = await reached(listeners, write);
    const after = await collected(service);

    const kilobytes = (megabytes: number): number => ((megabytes - before.megabytes) * 1024) / streams;
    bench.plain(`${streams} event streams`, [
      {
        name: 'resident memory of a stream',
        value: kilobytes(idle.megabytes),
        unit: 'KB',
        n: streams,
        note: 'after GC',
      },
      { name: '… when all have heard', value: kilobytes(after), unit: 'KB', n: streams, note: 'after GC' },
      { name: 'transactions, no stream', value: before.perSecond, unit: 'per second', n: IDLE_SECONDS, note: '' },
      { name: 'transactions, idle streams', value: idle.perSecond, unit: 'per second', n: IDLE_SECONDS, note: '' },
      { name: 'until a stream has heard, p50', value: quantile(times, 0.5), unit: 'ms', n: times.length, note: '' },
      { name: 'until a stream has heard, p99', value: quantile(times, 0.99), unit: 'ms', n: times.length, note: '' },
      { name: 'until the last one has heard', value: times.at(-1)!, unit: 'ms', n: MESSAGES, note: 'the slowest' },
    ]);
  } finally {
    for (const listener of listeners) listener.close();
    await client.end();
    await service.stop();
  }
}

/** Options for Node: it collects garbage when it is told to, so that memory in use can be told from memory to be freed. */
const COLLECTS_ON_SIGNAL = [
  '--expose-gc',
  '--import',
  `data:text/javascript,process.on('SIGUSR2',()=>globalThis.gc())`,
];

/** Megabytes that are left. */
async function collected(service: ServerProcess): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    service.signal('SIGUSR2');
    await pause(1_000);
  }
  return service.residentMegabytes();
}

/** Of this database; what its background work does is among them. */
async function transactionsPerSecond(client: Client): Promise<number> {
  const count = async (): Promise<number> => {
    const { rows } = await client.query<{ count: string }>(
      'SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()',
    );
    return Number(rows[0]!.count);
  };
  const [began, first] = [performance.now(), await count()];
  await pause(IDLE_SECONDS * 1_000);
  return ((await count()) - first) / ((performance.now() - began) / 1_000);
}

async function createMembers(databaseUrl: string, { workspaceId }: Tenant, count: number): Promise<string[]> {
  return withClient(databaseUrl, async (client) => {
    const credentials: string[] = [];
    for (let number = 1; number <= count; number++) {
      const { accountId, credential } = await createAccount(client, `member-${number}@example.com`);
      await client.query(`INSERT INTO members (id, workspace_id, account_id, role) VALUES ($1, $2, $3, 'member')`, [
        newId(),
        workspaceId,
        accountId,
      ]);
      credentials.push(credential);
    }
    return credentials;
  });
}

/** Writes a message in a conversation. */
async function conversation(url: string, tenant: Tenant): Promise<(content: string) => Promise<unknown>> {
  const { workspaceId, credential: token, keys } = tenant;
  const path = `/workspaces/${workspaceId}`;
  const agent = { name: 'Help desk', status: 'active' };
  const { id: agentId } = await api<{ id: string }>(url, 'POST', `${path}/agents`, { token, body: agent });
  const turn = { message: 'How can I pay?', user: { externalId: 'customer' } };
  const { conversationId } = await api<{ conversationId: string }>(url, 'POST', `${path}/agents/${agentId}/chat`, {
    token: keys[0]!.secret,
    body: turn,
  });
  const messages = `${path}/inbox/${conversationId}/messages`;
  return (content) => api(url, 'POST', messages, { token, body: { content, channel: 'widget' } });
}

async function openAll(url: string, credentials: readonly string[], count: number): Promise<Listener[]> {
  const opened: Listener[] = [];
  while (opened.length < count) {
    const from = opened.length;
    const some = Array.from({ length: Math.min(OPENING, count - from) }, (_, index) => {
      return Listener.open(url, credentials[Math.floor((from + index) / STREAMS_EACH)]!);
    });
    opened.push(...(await Promise.all(some)));
  }
  return opened;
}

/** Milliseconds from the request that writes a message until each stream has heard of it, of several messages; sorted. */
async function reached(
  listeners: readonly Listener[],
  write: (content: string) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  for (let number = 1; number <= MESSAGES; number++) {
    const content = `You can pay by card: ${number} of ${MESSAGES}.`;
    let heard = 0;
    const hearing = listeners.map(async (listener) => {
      const at = await listener.until(content);
      heard++;
      return at;
    });
    const wrote = performance.now();
    await write(content);
    const all = await Promise.race([Promise.all(hearing), pause(LOST_MS, null, { ref: false })]);
    assert(all, `Only ${heard} of ${listeners.length} streams have heard of message ${number}`);
    times.push(...all.map((at) => at - wrote));
  }
  return times.sort((a, b) => a - b);
}
