import type { Client } from 'pg';
import { newId } from '../../../src/common/database/uuid';
import { FILL_CONVERSATIONS } from '../../inbox/lists/rows.sql';
import { createReaders, type Readers } from '../../support/readers';
import type { Tenant } from '../../support/tenant';
import { INSERT_SNAPSHOT } from '../rows.sql';
import { FILL_CLOCKS, FILL_REQUESTS, MAKE_BARE } from './rows.sql';

/** A workspace with this many support requests, written by SQL, and a copy for the peer. */
export async function createDesk(client: Client, tenant: Tenant, requests: number): Promise<Readers> {
  const readers = await createReaders(client, tenant);
  const { workspaceId, agentIds, memberIds } = readers;
  await client.query(FILL_CONVERSATIONS, [requests, workspaceId, agentIds, memberIds]);
  await client.query(FILL_REQUESTS, [workspaceId]);
  const policyId = newId();
  await client.query(INSERT_SNAPSHOT, [workspaceId, policyId]);
  await client.query(FILL_CLOCKS, [workspaceId, policyId, process.versions.tz]);
  for (const statement of MAKE_BARE) await client.query(statement);
  await client.query('VACUUM ANALYZE');
  return readers;
}
