import { api } from '../support/api';
import type { Tenant } from '../support/tenant';
import { PAIRS } from './corpus';

const INDEXED_WITHIN_MS = 60_000;

/** Adds the handbook as a source of the agent, and waits until it is indexed. */
export async function teach(url: string, { workspaceId, credential: token }: Tenant, agentId: string): Promise<void> {
  const path = `/workspaces/${workspaceId}/agents/${agentId}/sources`;
  const body = { type: 'qna', name: 'Handbook', pairs: PAIRS };
  const { id } = await api<{ id: string }>(url, 'POST', path, { token, body });
  const started = performance.now();
  for (;;) {
    const source = await api<{ status: string }>(url, 'GET', `${path}/${id}`, { token });
    if (source.status === 'ready') return;
    if (source.status === 'failed' || performance.now() - started > INDEXED_WITHIN_MS) {
      throw new Error(`The source was not indexed: ${JSON.stringify(source)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
