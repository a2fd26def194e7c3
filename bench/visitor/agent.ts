import { api } from '../support/api';
import type { Tenant } from '../support/tenant';

/** An agent that visitors meet on its page and in the widget. */
export async function visitedAgent(url: string, { workspaceId, credential: token }: Tenant): Promise<string> {
  const body = { name: 'Help desk', status: 'active', chatPageEnabled: true };
  const { id } = await api<{ id: string }>(url, 'POST', `/workspaces/${workspaceId}/agents`, { token, body });
  return id;
}
