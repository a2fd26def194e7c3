import type { Request } from 'autocannon';
import { accessToken, api } from '../support/api';
import type { Bench } from '../support/bench';
import { startPeer } from '../support/servers';
import { AGENT } from './agent';

const AGENTS = 20;

/** The list of 20 full records for each kind of credential, and the same statement in a bare server. */
export async function agentList(bench: Bench): Promise<void> {
  const { conditions, tenant, service } = bench;
  const path = `/workspaces/${tenant.workspaceId}/agents`;
  for (let number = 1; number <= AGENTS; number++) {
    await api(service.url, 'POST', path, { token: tenant.credential, body: { ...AGENT, name: `Agent ${number}` } });
  }
  const tokens = await Promise.all(tenant.keys.map((key) => accessToken(service.url, key)));
  const bare = await startPeer('bench/agent-list/bare.server.ts', conditions);
  try {
    const listing = (headers: Record<string, string>): Request => ({ method: 'GET', path: `/api/v1${path}`, headers });
    const bearer = (secret: string): Request => listing({ authorization: `Bearer ${secret}` });
    await bench.compare(`List of ${AGENTS} agents`, {
      subjects: [
        { name: 'Parley, key', url: service.url, requests: tenant.keys.map(({ secret }) => bearer(secret)) },
        { name: 'Parley, token', url: service.url, requests: tokens.map(bearer) },
        { name: 'Parley, credential', url: service.url, requests: [bearer(tenant.credential)] },
        {
          name: 'Parley, session',
          url: service.url,
          requests: [listing({ cookie: `parley_session=${tenant.session}` })],
        },
      ],
      references: [{ name: 'Express + pg, same statement', url: bare.url, requests: [listing({})], goal: 0.6 }],
    });
  } finally {
    await bare.stop();
  }
}
