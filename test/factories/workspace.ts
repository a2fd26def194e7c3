import type { WorkspaceDto } from '../../src/workspaces/workspace.dto';
import type { CallOptions } from '../support/call';
import type { Parley } from '../support/parley';

/** Who calls: an account credential, or somebody signed in. */
export type Caller = { secret: string } | { cookie: string };

/** What makes a call theirs. */
export function as(caller: Caller): Pick<CallOptions, 'token' | 'cookie' | 'origin'> {
  return 'secret' in caller ? { token: caller.secret } : { cookie: caller.cookie, origin: 'http://localhost:3000' };
}

let workspaces = 0;

/** A workspace of the caller's, made over HTTP; on the largest plan unless told otherwise, so that no limit is in the way. */
export async function aWorkspace(
  parley: Parley,
  owner: Caller,
  { name = `Workspace ${++workspaces}`, planId = 'enterprise' }: { name?: string; planId?: string } = {},
): Promise<WorkspaceDto> {
  const reply = await parley.call('POST', '/workspaces', { ...as(owner), body: { name } });
  if (reply.status !== 201) throw new Error(`createWorkspace answered ${reply.status}: ${reply.text}`);
  const workspace = reply.body as WorkspaceDto;
  if (planId !== 'free') {
    await parley.database.query('UPDATE workspaces SET plan_id = $2 WHERE id = $1', [workspace.id, planId]);
  }
  return { ...workspace, planId };
}
