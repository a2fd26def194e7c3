import type { Client } from 'pg';
import { newId } from '../../src/common/database/uuid';
import { createAccount, type Tenant } from './tenant';

/** A member who looks at a list. */
export interface Caller {
  memberId: string;
  credential: string;
  /** Null: of every agent. */
  agentIds: readonly string[] | null;
}

/** The query of this caller as the service interprets it, with `agentId` and `assignee`. */
export function narrowedFor(
  { agentIds, memberId }: Caller,
  { agentId, assignee }: { agentId?: string; assignee?: string },
): { agentIds?: readonly string[]; assignee?: string } {
  const agents = agentId === undefined ? agentIds : [agentId];
  return {
    ...(agents ? { agentIds: agents } : {}),
    ...(assignee ? { assignee: assignee === 'me' ? memberId : assignee } : {}),
  };
}

export async function createAgents(client: Client, workspaceId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await client.query(
    `INSERT INTO agents (workspace_id, id, name, system_prompt, status, model, temperature, rate_limit_per_minute,
       allowed_domains, widget_config, notify_config, voice_config, learning_config)
     SELECT $1, id, 'Agent', '', 'active', 'model', 0.2, 0, '[]', '{}', '{}', '{}', '{}' FROM unnest($2::uuid[]) AS id`,
    [workspaceId, ids],
  );
  return ids;
}

/** All of them restricted to the same agents. */
export async function createMembers(
  client: Client,
  { workspaceId, agentIds, count }: { workspaceId: string; agentIds: readonly string[]; count: number },
): Promise<Caller[]> {
  const members: Caller[] = [];
  for (let number = 1; number <= count; number++) {
    const { accountId, credential } = await createAccount(client, `member-${number}@example.com`);
    const memberId = newId();
    await client.query(
      `INSERT INTO members (id, workspace_id, account_id, role, restricted_agent_ids) VALUES ($1, $2, $3, 'member', $4)`,
      [memberId, workspaceId, accountId, agentIds],
    );
    members.push({ memberId, credential, agentIds });
  }
  return members;
}

export async function ownerOf(client: Client, { workspaceId, accountId, credential }: Tenant): Promise<Caller> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM members WHERE workspace_id = $1 AND account_id = $2',
    [workspaceId, accountId],
  );
  return { memberId: rows[0]!.id, credential, agentIds: null };
}
