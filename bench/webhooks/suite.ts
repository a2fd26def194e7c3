import { api } from '../support/api';
import type { Bench } from '../support/bench';
import type { Contender } from '../support/compare';
import { figure } from '../support/figure';
import { interleaved, USUAL_EFFORT } from '../support/interleaved';
import { startService } from '../support/servers';
import { createTenant } from '../support/tenant';

const WEBHOOKS = 10;
/** The least share of the throughput, and the greatest ratio of the times. */
const GOAL = 0.95;
const GOAL_OF_TIMES = 1.05;
const EFFORT = { ...USUAL_EFFORT, warmUp: 5, most: 1_000, milliseconds: 30_000 };

interface Workspace {
  name: string;
  token: string;
  key: string;
  path: string;
  agentId: string;
  conversationId: string;
}

/**
 * What ten webhooks for all events cost the requests of their workspace, beside a workspace without any on the same service. That
 * service runs no worker: deliveries are the work of others.
 */
export async function webhooks(bench: Bench): Promise<void> {
  const databaseUrl = await bench.createDatabase();
  const service = await startService({ ...bench.conditions, databaseUrl }, { settings: { RUN_WORKER: 'no' } });
  try {
    const workspaces = [
      await workspaceWith(service.url, databaseUrl, WEBHOOKS),
      await workspaceWith(service.url, databaseUrl, 0),
    ];
    for (const [title, requestOf] of Object.entries(REQUESTS)) {
      const [of, to] = workspaces.map((one): Contender => {
        return { name: one.name, url: service.url, requests: [requestOf(one)] };
      });
      await bench.compare(title, { subjects: [of!], references: [{ ...to!, goal: GOAL }] });
    }
    const [of, to] = await interleaved(
      workspaces.map((one) => ({ name: one.name, run: () => reply(service.url, one) })),
      EFFORT,
    );
    bench.cases('Reply, ms', [figure('POST of a reply', of!, to!, { goal: GOAL_OF_TIMES })]);
  } finally {
    await service.stop();
  }
}

const REQUESTS = {
  'Contact created': ({ path, token }: Workspace) => request(`${path}/contacts`, token, { name: 'Ann' }),
  'Chat turn': ({ path, key, agentId }: Workspace) =>
    request(`${path}/agents/${agentId}/chat`, key, { message: 'Hi!' }),
};

function request(path: string, token: string, body: object): Contender['requests'][number] {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return { method: 'POST', path: `/api/v1${path}`, headers, body: JSON.stringify(body) };
}

/** In one conversation, as long as the bench runs. */
function reply(url: string, { path, token, conversationId }: Workspace): Promise<unknown> {
  return api(url, 'POST', `${path}/inbox/${conversationId}/messages`, { token, body: { content: 'By card.' } });
}

async function workspaceWith(url: string, databaseUrl: string, count: number): Promise<Workspace> {
  const { workspaceId, credential: token, keys } = await createTenant(databaseUrl, `owner-${count}@example.com`);
  const path = `/workspaces/${workspaceId}`;
  const agent = { name: 'Help desk', status: 'active' };
  const { id: agentId } = await api<{ id: string }>(url, 'POST', `${path}/agents`, { token, body: agent });
  for (let n = 1; n <= count; n++) {
    const body = { url: `https://hooks.example.com/${n}`, events: ['*'] };
    await api(url, 'POST', `${path}/webhooks`, { token, body });
  }
  const key = keys[0]!.secret;
  const body = { message: 'How can I pay?' };
  const { conversationId } = await api<{ conversationId: string }>(url, 'POST', `${path}/agents/${agentId}/chat`, {
    token: key,
    body,
  });
  return { name: count > 0 ? `with ${count} webhooks` : 'without', token, key, path, agentId, conversationId };
}
