import { Client } from 'pg';
import { api } from '../support/api';
import type { Bench } from '../support/bench';
import { COLLECTS_ON_SIGNAL, collected, transactionsPerSecond } from '../support/idle';
import { Listener } from '../support/listener';
import { reached } from '../support/reached';
import { idleFigures, reachedFigures } from '../support/stream-figures';
import { startService } from '../support/servers';
import { createTenant } from '../support/tenant';
import { visitedAgent } from './agent';

/** Opened at once. */
const OPENING = 50;
const LIMITS = ['STREAMS_PER_SESSION', 'STREAMS_PER_ADDRESS', 'STREAMS_PER_PROCESS', 'LIST_PER_SESSION'];

/** Streams of one conversation without events: the memory of each, and when all have received a reply. */
export async function streams(bench: Bench): Promise<void> {
  const databaseUrl = await bench.createDatabase();
  const settings = Object.fromEntries(LIMITS.map((limit) => [`LIMIT_VISITOR_${limit}`, '0']));
  const conditions = { ...bench.conditions, databaseUrl };
  const service = await startService(conditions, { settings, nodeOptions: COLLECTS_ON_SIGNAL });
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const count = bench.options.streams;
  let listeners: Listener[] = [];
  try {
    const tenant = await createTenant(databaseUrl);
    const agentId = await visitedAgent(service.url, tenant);
    const { token } = await begun(service.url, agentId);
    const body = { message: 'I want to talk to a human, please.', requestId: 'bench' };
    const request = { token, body };
    const { conversationId } = await api<{ conversationId: string }>(service.url, 'POST', '/visitor/messages', request);
    const hasty = { token: tenant.credential, body: { undoSendSeconds: 0 } };
    await api(service.url, 'PATCH', '/account/preferences', hasty);
    const path = `/workspaces/${tenant.workspaceId}/inbox/${conversationId}/messages`;
    const write = (content: string): Promise<unknown> =>
      api(service.url, 'POST', path, { token: tenant.credential, body: { content, channel: 'widget' } });
    const events = `${service.url}/api/v1/visitor/conversations/${conversationId}/events`;
    const open = async (many: number): Promise<Listener[]> => {
      const opened: Listener[] = [];
      while (opened.length < many) {
        const some = Array.from({ length: Math.min(OPENING, many - opened.length) }, () =>
          Listener.open(events, token, 'event: conversation.updated'),
        );
        opened.push(...(await Promise.all(some)));
      }
      return opened;
    };
    // Warm-up, so that code that is loaded and compiled once does not count for a stream.
    for (const listener of await open(Math.min(count, 200))) listener.close();
    const before = { megabytes: await collected(service), perSecond: await transactionsPerSecond(client) };
    listeners = await open(count);
    const idle = { megabytes: await collected(service), perSecond: await transactionsPerSecond(client) };
    const times = await reached(listeners, write);
    const kilobytes = ((idle.megabytes - before.megabytes) * 1024) / count;
    bench.plain(`${count} event streams of visitors`, [
      { name: 'resident memory of a stream', value: kilobytes, unit: 'KB', n: count, note: 'after GC' },
      ...idleFigures(before.perSecond, idle.perSecond),
      ...reachedFigures(times, 'has a reply'),
    ]);
  } finally {
    for (const listener of listeners) listener.close();
    await client.end();
    await service.stop();
  }
}

/** Creates a session, as a page of a site does. */
async function begun(url: string, agentId: string): Promise<{ token: string }> {
  const response = await fetch(`${url}/api/v1/visitor/agents/${agentId}/sessions`, {
    method: 'POST',
    headers: { origin: 'https://shop.example', 'content-type': 'application/json' },
    body: '{}',
  });
  if (response.status !== 201) throw new Error(`createVisitorSession answered ${response.status}`);
  return (await response.json()) as { token: string };
}
