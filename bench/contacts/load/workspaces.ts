import type { Client } from 'pg';
import { newId } from '../../../src/common/database/uuid';
import { createAccount, createWorkspace, type Tenant } from '../../support/tenant';
import type { Caller } from '../caller';
import { copyRows, copyText } from './copy-text';

const AGENTS = 200;
/** Agents of the restricted member. */
const ACCESSIBLE = 5;
const SMALL_WORKSPACES = 200;
/** Size of the workspace that the big one's first page is compared with. */
const MIDDLE_CONTACTS = 10_000;

/** A workspace and two kinds of members. */
export interface Place {
  workspaceId: string;
  agentIds: readonly string[];
  owner: Caller;
  restricted: Caller;
}

export interface Places {
  big: Place;
  middle: Place;
  smallWorkspaceIds: readonly string[];
}

/** The same people in both workspaces, 200 agents in each; and the small workspaces of other customers. No contacts yet. */
export async function createPlaces(client: Client, tenant: Tenant): Promise<Places> {
  const restricted = await createAccount(client, 'restricted@example.com');
  const place = async (workspaceId: string): Promise<Place> => {
    const agentIds = await createAgents(client, workspaceId);
    const own = agentIds.slice(0, ACCESSIBLE);
    await client.query(
      `INSERT INTO members (id, workspace_id, account_id, role, restricted_agent_ids) VALUES ($1, $2, $3, 'member', $4)`,
      [newId(), workspaceId, restricted.accountId, own],
    );
    return {
      workspaceId,
      agentIds,
      owner: { name: 'owner', workspaceId, credential: tenant.credential, agentIds: null },
      restricted: {
        name: `${own.length} of ${agentIds.length} agents`,
        workspaceId,
        credential: restricted.credential,
        agentIds: own,
      },
    };
  };
  const small: string[] = [];
  for (let number = 1; number <= SMALL_WORKSPACES; number++) {
    small.push(await createWorkspace(client, tenant.accountId, `Small ${number}`));
  }
  return {
    big: await place(tenant.workspaceId),
    middle: await place(await createWorkspace(client, tenant.accountId, 'Middle')),
    smallWorkspaceIds: small,
  };
}

/**
 * Loads the contacts of all workspaces except the big one: half of the small ones before it, the middle and the rest
 * after.
 */
export async function fillAround(
  client: Client,
  table: string,
  { places, fillBig }: { places: Places; fillBig: () => Promise<void> },
): Promise<void> {
  const small = async (from: number, to: number): Promise<void> => {
    for (const [index, workspaceId] of places.smallWorkspaceIds.slice(from, to).entries()) {
      await copyRows(client, table, copyText({ workspaceId, count: 12 + (index % 60), agentIds: [] }));
    }
  };
  await small(0, SMALL_WORKSPACES / 2);
  await fillBig();
  await copyRows(client, table, copyText({ ...places.middle, count: MIDDLE_CONTACTS }));
  await small(SMALL_WORKSPACES / 2, SMALL_WORKSPACES);
}

async function createAgents(client: Client, workspaceId: string): Promise<string[]> {
  const ids = Array.from({ length: AGENTS }, () => newId());
  await client.query(
    `INSERT INTO agents (workspace_id, id, name, system_prompt, status, model, temperature, rate_limit_per_minute,
       allowed_domains, widget_config, notify_config, voice_config, learning_config)
     SELECT $1, id, 'Agent', '', 'active', 'model', 0.2, 0, '[]', '{}', '{}', '{}', '{}' FROM unnest($2::uuid[]) AS id`,
    [workspaceId, ids],
  );
  await client.query(
    'INSERT INTO agent_counters (workspace_id, agent_id) SELECT $1, id FROM unnest($2::uuid[]) AS id',
    [workspaceId, ids],
  );
  return ids;
}
