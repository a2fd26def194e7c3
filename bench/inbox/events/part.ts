import { Client } from 'pg';
import { newId } from '../../../src/common/database/uuid';
import { api } from '../../support/api';
import type { Bench } from '../../support/bench';
import { withClient } from '../../support/database';
import { startService } from '../../support/servers';
import { createAccount, createTenant, type Tenant } from '../../support/tenant';
import { COLLECTS_ON_SIGNAL, collected, transactionsPerSecond } from '../../support/idle';
import { Listener } from '../../support/listener';
import { reached } from '../../support/reached';
import { idleFigures, reachedFigures } from '../../support/stream-figures';

/** Largest number of streams of one member. */
const STREAMS_EACH = 20;
/** Opened at once. */
const OPENING = 50;

/** Streams without events: the memory and the queries of each, and whether all receive a message. */
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
    // Warm-up, so that code that is loaded and compiled once does not count for a stream.
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
      { name: '… when all have received it', value: kilobytes(after), unit: 'KB', n: streams, note: 'after GC' },
      ...idleFigures(before.perSecond, idle.perSecond),
      ...reachedFigures(times, 'has received it'),
    ]);
  } finally {
    for (const listener of listeners) listener.close();
    await client.end();
    await service.stop();
  }
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
      return Listener.open(url, credentials[Math.floor((from + index) / STREAMS_EACH)]!, 'event: stream.opened');
    });
    opened.push(...(await Promise.all(some)));
  }
  return opened;
}
