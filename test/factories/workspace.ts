import type { CallOptions } from '../support/call';
import type { Parley } from '../support/parley';

/** The caller: an account credential, or a session. */
export type Caller = { secret: string } | { cookie: string };

/** What makes a call theirs; `origin` is that of PUBLIC_URL, where a test has another one than usual. */
export function as(caller: Caller, origin = 'http://localhost:3000'): Pick<CallOptions, 'token' | 'cookie' | 'origin'> {
  return 'secret' in caller ? { token: caller.secret } : { cookie: caller.cookie, origin };
}

let workspaces = 0;

export interface TestWorkspace {
  id: string;
  name: string;
  planId: string;
  timezone: string;
  createdAt: string;
  updatedAt: string;
}

/**
 * A workspace of the caller, created over HTTP. On the largest plan by default, so that tests do not reach its limits.
 */
export async function aWorkspace(
  parley: Parley,
  owner: Caller,
  { name = `Workspace ${++workspaces}`, planId = 'enterprise' }: { name?: string; planId?: string } = {},
): Promise<TestWorkspace> {
  const { origin } = new URL(parley.settings.baseUrl);
  const reply = await parley.call('POST', '/workspaces', { ...as(owner, origin), body: { name } });
  if (reply.status !== 201) throw new Error(`createWorkspace answered ${reply.status}: ${reply.text}`);
  const workspace = reply.body as TestWorkspace;
  if (planId !== 'free') {
    await parley.database.query('UPDATE workspaces SET plan_id = $2 WHERE id = $1', [workspace.id, planId]);
  }
  return { ...workspace, planId };
}
