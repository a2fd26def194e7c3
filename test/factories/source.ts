import type { SourceDto } from '../../src/sources/source.dto';
import type { Parley } from '../support/parley';

const TEXT = { type: 'text', content: 'Open Settings to reset your password.' };

/** A queued source, made over HTTP by an admin's credential; `parley.drain()` indexes it. */
export async function aSource(
  parley: Parley,
  agent: { id: string; workspaceId: string },
  admin: { secret: string },
  source: { type?: string; name?: string; [field: string]: unknown } = {},
): Promise<SourceDto> {
  const reply = await parley.call('POST', `/workspaces/${agent.workspaceId}/agents/${agent.id}/sources`, {
    token: admin.secret,
    body: { name: 'Passwords', ...(source.type ? {} : TEXT), ...source },
  });
  if (reply.status !== 202) throw new Error(`createSource answered ${reply.status}: ${reply.text}`);
  return reply.body as SourceDto;
}
