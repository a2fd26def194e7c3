import { api } from '../support/api';
import type { Bench } from '../support/bench';
import { startPeer } from '../support/servers';
import { PAIRS, QUESTIONS } from './corpus';
import { teach } from './teach';

/** A question to an agent with 1,000 chunks, answered and stored, and its search alone. */
export async function chatTurn(bench: Bench): Promise<void> {
  const { conditions, tenant, service } = bench;
  const agentPath = await createAgent(bench);
  const path = `/api/v1${agentPath}/chat`;
  const [key] = tenant.keys;
  await ensureAnswered(service.url, `${agentPath}/chat`, key?.secret ?? '');
  const bare = await startPeer('bench/chat-turn/bare.server.ts', conditions);
  try {
    const requests = QUESTIONS.map((message, index) => ({
      method: 'POST' as const,
      path,
      headers: {
        authorization: `Bearer ${tenant.keys[index % tenant.keys.length]?.secret}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ message }),
    }));
    await bench.compare(`Chat turn, ${PAIRS.length} chunks`, {
      subjects: [{ name: 'Parley', url: service.url, requests }],
      references: [{ name: 'Express + pg, search only', url: bare.url, requests }],
    });
  } finally {
    await bare.stop();
  }
}

/** @returns the agent's path, once its source is in the index */
export async function createAgent({ service, tenant }: Bench): Promise<string> {
  const path = `/workspaces/${tenant.workspaceId}/agents`;
  const request = { token: tenant.credential, body: { name: 'Handbook', status: 'active' } };
  const { id } = await api<{ id: string }>(service.url, 'POST', path, request);
  await teach(service.url, tenant, id);
  return `${path}/${id}`;
}

/** A refusal is cheaper than an answer, so only answers are counted. */
async function ensureAnswered(url: string, path: string, token: string): Promise<void> {
  const body = { message: QUESTIONS[0] ?? '' };
  const { outcome } = await api<{ outcome: string }>(url, 'POST', path, { token, body });
  if (outcome !== 'answered') throw new Error(`The question ended in ${outcome}`);
}
