import type { Client } from 'pg';
import { newId } from '../../../src/common/database/uuid';
import { createReaders, type Readers } from '../../support/readers';
import type { Tenant } from '../../support/tenant';
import { FILL_CONVERSATIONS, FILL_LABELS, FILL_MESSAGES, FILL_READS, MAKE_BARE } from './rows.sql';

/** One conversation in so many. */
const LABELLED = { often: 5, seldom: 100, hardly: 5_000 };

/** Members who look at the inbox, and the values of its filters. */
export interface Places extends Readers {
  labelIds: Readonly<Record<keyof typeof LABELLED, string>>;
}

/** A workspace of so many conversations, by SQL, and the same once more for the peer. */
export async function createPlaces(client: Client, tenant: Tenant, conversations: number): Promise<Places> {
  const readers = await createReaders(client, tenant);
  const { workspaceId, owner, agentIds, memberIds } = readers;
  await client.query(FILL_CONVERSATIONS, [conversations, workspaceId, agentIds, memberIds]);
  await client.query(FILL_MESSAGES, [workspaceId]);
  await client.query(FILL_READS, [workspaceId, owner.memberId]);
  const labelIds = { often: newId(), seldom: newId(), hardly: newId() };
  for (const [name, id] of Object.entries(labelIds) as [keyof typeof LABELLED, string][]) {
    await client.query(
      `INSERT INTO labels (workspace_id, id, name, name_key, color) VALUES ($1, $2, $3, $3, '#3366ff')`,
      [workspaceId, id, name],
    );
    await client.query(FILL_LABELS, [workspaceId, id, LABELLED[name]]);
  }
  for (const statement of MAKE_BARE) await client.query(statement);
  await client.query('VACUUM ANALYZE');
  return { ...readers, labelIds };
}
