import { AGENT } from '../agent-list/agent';
import { api } from '../support/api';
import type { Bench } from '../support/bench';
import type { Contender } from '../support/compare';
import type { Caller } from './caller';
import { ensureSameAnswer } from './same-answer';
import { REVISIONS } from './tool-calls';

const AGENTS = 20;
export const CONTACTS = 20;
/** Of the throughput by REST. */
const GOAL = 0.75;

interface Read {
  title: string;
  tool: string;
  input: Readonly<Record<string, unknown>>;
  path: string;
}

/** The same reads by MCP and by REST, for one account. */
export async function compareReads(bench: Bench, caller: Caller): Promise<void> {
  for (const { title, tool, input, path } of await prepareReads(bench, caller)) {
    const { url } = bench.service;
    const rest = {
      method: 'GET' as const,
      path: `/api/v1${path}`,
      headers: { authorization: `Bearer ${caller.rest}` },
    };
    const subjects = REVISIONS.map(({ revision, toolCall }): Contender => {
      return { name: `MCP ${revision}`, url, requests: [toolCall({ name: tool, input, secret: caller.mcp })] };
    });
    for (const { requests } of subjects) await ensureSameAnswer(url, { toolCall: requests[0]!, rest });
    await bench.compare(title, { subjects, references: [{ name: 'REST', url, requests: [rest], goal: GOAL }] });
  }
}

async function prepareReads({ service }: Bench, { workspaceId, rest: token }: Caller): Promise<Read[]> {
  const workspace = `/workspaces/${workspaceId}`;
  let agentId = '';
  for (let number = 1; number <= AGENTS; number++) {
    const body = { ...AGENT, name: `Agent ${number}` };
    ({ id: agentId } = await api<{ id: string }>(service.url, 'POST', `${workspace}/agents`, { token, body }));
  }
  for (let number = 1; number <= CONTACTS; number++) {
    const body = { externalId: `customer-${number}`, name: `Person ${number}`, email: `person-${number}@example.com` };
    await api(service.url, 'POST', `${workspace}/contacts`, { token, body });
  }
  return [
    {
      title: 'One agent',
      tool: 'parley_get_agent',
      input: { workspaceId, agentId },
      path: `${workspace}/agents/${agentId}`,
    },
    {
      title: `List of ${AGENTS} agents`,
      tool: 'parley_list_agents',
      input: { workspaceId },
      path: `${workspace}/agents`,
    },
    {
      title: `List of ${CONTACTS} contacts`,
      tool: 'parley_list_contacts',
      input: { workspaceId, limit: CONTACTS },
      path: `${workspace}/contacts?limit=${CONTACTS}`,
    },
  ];
}
