import type { AgentDto } from '../../src/agents/agent.dto';
import type { Parley } from '../support/parley';

/** An agent created over HTTP by an admin's credential. Active by default. */
export async function anAgent(
  parley: Parley,
  workspace: { id: string },
  admin: { secret: string },
  settings: object = {},
): Promise<AgentDto> {
  const reply = await parley.call('POST', `/workspaces/${workspace.id}/agents`, {
    token: admin.secret,
    body: { name: 'Help desk', status: 'active', ...settings },
  });
  if (reply.status !== 201) throw new Error(`createAgent answered ${reply.status}: ${reply.text}`);
  return reply.body as AgentDto;
}
