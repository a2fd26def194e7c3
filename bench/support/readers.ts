import type { Client } from 'pg';
import { type Caller, createAgents, createMembers, ownerOf } from './callers';
import type { Tenant } from './tenant';

const AGENTS = 40;
const MEMBERS = 20;
/** Of the restricted member: neither the busiest nor the quietest. */
const ACCESSIBLE = [10, 11, 12, 13, 14];

/** The members who look at the lists of a workspace. */
export interface Readers {
  workspaceId: string;
  owner: Caller;
  restricted: Caller;
  agentIds: readonly string[];
  /** Of them and of others. */
  memberIds: readonly string[];
}

/** A workspace's owner and other members. One of them has access to five of its agents only. */
export async function createReaders(client: Client, tenant: Tenant): Promise<Readers> {
  const { workspaceId } = tenant;
  const agentIds = await createAgents(client, workspaceId, AGENTS);
  const owner = await ownerOf(client, tenant);
  const accessible = ACCESSIBLE.map((number) => agentIds[number]!);
  const made = await createMembers(client, { workspaceId, agentIds: accessible, count: MEMBERS - 1 });
  const memberIds = [owner, ...made].map(({ memberId }) => memberId);
  return { workspaceId, owner, restricted: made[0]!, agentIds, memberIds };
}
