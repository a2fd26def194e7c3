import type { Reply } from '../support/call';
import type { Parley } from '../support/parley';
import { anAccount } from './account';
import { anAgent } from './agent';
import { aCredential } from './credential';
import { aMember } from './member';
import { aWorkspace } from './workspace';

export interface ShownPolicy {
  id: string;
  name: string;
  position: number;
  version: number;
}

export const HOUR = { milestone: 'first_response', seconds: 3600 };

/** A workspace with an agent, and an administrator who writes its SLA policies. */
export class PolicyDesk {
  private constructor(
    readonly parley: Parley,
    readonly workspace: { id: string },
    readonly admin: { secret: string },
    readonly agent: { id: string },
  ) {}

  static async open(parley: Parley): Promise<PolicyDesk> {
    const admin = await aCredential(parley, await anAccount(parley));
    const workspace = await aWorkspace(parley, admin);
    return new PolicyDesk(parley, workspace, admin, await anAgent(parley, workspace, admin));
  }

  call(method: string, where = '', body?: object, token = this.admin.secret): Promise<Reply> {
    const path = `/workspaces/${this.workspace.id}/sla-policies${where}`;
    return this.parley.call(method, path, { token, ...(body && { body }) });
  }

  readonly create = (more: object = {}): Promise<Reply> =>
    this.call('POST', '', { name: 'Office', targets: [HOUR], ...more });
  readonly update = (id: string, change: object, expectedVersion = 1): Promise<Reply> =>
    this.call('PATCH', `/${id}`, { ...change, expectedVersion });
  readonly remove = (id: string): Promise<Reply> => this.call('DELETE', `/${id}`);

  /** One policy for each name, in this order; their ids by name. */
  async policies(...names: string[]): Promise<Map<string, string>> {
    const ids = new Map<string, string>();
    for (const name of names) ids.set(name, (await this.create({ name })).body.id as string);
    return ids;
  }

  async list(token?: string): Promise<ShownPolicy[]> {
    return (await this.call('GET', '', undefined, token)).body.slaPolicies as ShownPolicy[];
  }

  /** The names in the order of their positions, which have no gap. */
  async order(): Promise<string> {
    const policies = await this.list();
    expect(policies.map(({ position }) => position)).toEqual(policies.map((_, index) => index + 1));
    return policies.map(({ name }) => name).join('');
  }

  /** The secret of a member. */
  async member(restrictedAgentIds: string[] | null = null): Promise<string> {
    const member = await aMember(this.parley, this.workspace, await anAccount(this.parley), { restrictedAgentIds });
    return (await aCredential(this.parley, member)).secret;
  }
}

/** Status, code, and the fields that are named. */
export function refusal({ status, body }: Reply): unknown[] {
  const details = (body.details ?? []) as { path: string }[];
  return [status, body.code, ...details.map(({ path }) => path)];
}
