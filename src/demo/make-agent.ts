import type { Demonstration, RequestHeaders } from './demonstration';

const WORKSPACE = 'Demo';
const AGENT = 'Guide to Parley';

const LOOK = {
  accentColor: '#0f766e',
  displayName: AGENT,
  greeting: 'Hello! Ask me anything about Parley.',
  suggestedPrompts: ['How do I back Parley up?', 'How do I run more than one process?', 'Can I talk to a person?'],
};

export interface AgentPlace {
  workspaceId: string;
  agentId: string;
  /** `/workspaces/{workspaceId}/agents/{agentId}` */
  path: string;
}

interface Agent {
  id: string;
  name: string;
  status: string;
  chatPageEnabled: boolean;
}

/** The demonstration's workspace and agent. Reuses those of an earlier run. */
export async function makeAgent({ api, screen }: Demonstration, person: RequestHeaders): Promise<AgentPlace> {
  screen.heading('A workspace with an agent');
  const { body: mine } = await api.call<{ workspaces: { id: string; name: string }[] }>('GET', '/workspaces', {
    headers: person,
  });
  const workspace =
    mine.workspaces.find(({ name }) => name === WORKSPACE) ??
    (await api.call<{ id: string }>('POST', '/workspaces', { headers: person, body: { name: WORKSPACE } })).body;

  const agentsPath = `/workspaces/${workspace.id}/agents`;
  const { body: agents } = await api.call<Agent[]>('GET', agentsPath, { headers: person });
  const body = { name: AGENT, systemPrompt: 'Answer questions about Parley from its documentation.' };
  const agent =
    agents.find(({ name }) => name === AGENT) ??
    (await api.call<Agent>('POST', agentsPath, { headers: person, body })).body;
  return { workspaceId: workspace.id, agentId: agent.id, path: `${agentsPath}/${agent.id}` };
}

/**
 * Activates the agent once it has sources, because a draft does not answer. Shows it on its chat page and in the shop.
 */
export async function activate({ api }: Demonstration, person: RequestHeaders, { path }: AgentPlace): Promise<void> {
  const { body: agent } = await api.quietly<Agent>('GET', path, { headers: person });
  const body = { status: 'active', chatPageEnabled: true, widgetConfig: LOOK };
  if (agent.status !== 'active' || !agent.chatPageEnabled) await api.call('PATCH', path, { headers: person, body });
}
