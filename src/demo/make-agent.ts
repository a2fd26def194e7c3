import type { Demonstration, RequestHeaders } from './demonstration';

const WORKSPACE = 'Demo';
const AGENT = 'Guide to Parley';

const LOOK = {
  accentColor: '#0f766e',
  displayName: AGENT,
  greeting: 'Hello! Ask me anything about Parley.',
  suggestedPrompts: ['How do I back Parley up?', 'How do I run more than one process?', 'Can I talk to a person?'],
};

/** What belongs to a workspace. */
const NOTHING_YET = { agentId: undefined, key: undefined, documents: undefined, teamIsAtWork: undefined };

export interface AgentPlace {
  workspaceId: string;
  agentId: string;
  /** `/workspaces/{workspaceId}/agents/{agentId}` */
  path: string;
}

interface Agent {
  id: string;
  status: string;
  chatPageEnabled: boolean;
  deletionScheduledAt: string | null;
}

/** The demonstration's workspace and agent. Reuses those of an earlier run by their ids, because a person may rename them. */
export async function makeAgent(demo: Demonstration, person: RequestHeaders): Promise<AgentPlace> {
  const workspaceId = await workspaceFor(demo, person);
  const agentsPath = `/workspaces/${workspaceId}/agents`;
  const agentId = await agentFor(demo, person, agentsPath);
  demo.state.remember({ workspaceId, agentId });
  return { workspaceId, agentId, path: `${agentsPath}/${agentId}` };
}

async function workspaceFor({ api, state }: Demonstration, headers: RequestHeaders): Promise<string> {
  const { workspaceId } = state.values;
  if (workspaceId) {
    const path = `/workspaces/${workspaceId}`;
    if ((await api.call('GET', path, { headers, expect: [200, 404] })).status === 200) return workspaceId;
  }
  const { body } = await api.call<{ id: string }>('POST', '/workspaces', { headers, body: { name: WORKSPACE } });
  state.remember({ workspaceId: body.id, ...NOTHING_YET });
  return body.id;
}

async function agentFor({ api, state }: Demonstration, headers: RequestHeaders, path: string): Promise<string> {
  const { agentId } = state.values;
  if (agentId) {
    const found = await api.call<Agent>('GET', `${path}/${agentId}`, { headers, expect: [200, 404] });
    if (found.status === 200 && !found.body.deletionScheduledAt) return agentId;
  }
  const body = { name: AGENT, systemPrompt: 'Answer questions about Parley from its documentation.' };
  return (await api.call<Agent>('POST', path, { headers, body })).body.id;
}

/**
 * Activates the agent once it has sources, because only an active one answers. Shows it on its chat page and in the shop.
 */
export async function activate({ api }: Demonstration, person: RequestHeaders, { path }: AgentPlace): Promise<void> {
  const { body: agent } = await api.call<Agent>('GET', path, { headers: person });
  const body = { status: 'active', chatPageEnabled: true, widgetConfig: LOOK };
  if (agent.status !== 'active' || !agent.chatPageEnabled) await api.call('PATCH', path, { headers: person, body });
}
