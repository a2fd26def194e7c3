import { api } from '../support/api';
import type { Bench } from '../support/bench';
import { startPeer } from '../support/servers';
import { PAIRS, QUESTIONS } from './corpus';

const INDEXED_WITHIN_MS = 60_000;

/** A question to an agent with 1 000 chunks, answered and written down, and its search alone. */
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
async function createAgent({ service, tenant: { workspaceId, credential: token } }: Bench): Promise<string> {
  const path = `/workspaces/${workspaceId}/agents`;
  const agent = { name: 'Handbook', status: 'active' };
  const { id } = await api<{ id: string }>(service.url, 'POST', path, { token, body: agent });
  const body = { type: 'qna', name: 'Handbook', pairs: PAIRS };
  const source = await api<{ id: string }>(service.url, 'POST', `${path}/${id}/sources`, { token, body });
  const started = performance.now();
  for (;;) {
    const read = { token };
    const state = await api<{ status: string }>(service.url, 'GET', `${path}/${id}/sources/${source.id}`, read);
    if (state.status === 'ready') return `${path}/${id}`;
    if (state.status === 'failed' || performance.now() - started > INDEXED_WITHIN_MS) {
      throw new Error(`The source was not indexed: ${JSON.stringify(state)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A refusal is cheaper than an answer, so it must be answers that are counted. */
async function ensureAnswered(url: string, path: string, token: string): Promise<void> {
  const body = { message: QUESTIONS[0] ?? '' };
  const { outcome } = await api<{ outcome: string }>(url, 'POST', path, { token, body });
  if (outcome !== 'answered') throw new Error(`The question ended in ${outcome}`);
}
