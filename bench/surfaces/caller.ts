import type { Client } from 'pg';
import { newId } from '../../src/common/database/uuid';
import { hashSecret, issueSecret, visiblePrefix } from '../../src/common/secrets/token';
import { createWorkspace, type Tenant } from '../support/tenant';

/** One account with the same permissions by REST and over MCP. */
export interface Caller {
  /** A workspace of this suite, so that its lists contain no data of other suites. */
  workspaceId: string;
  rest: string;
  mcp: string;
}

export async function createCaller(client: Client, { accountId, credential: rest }: Tenant): Promise<Caller> {
  const mcp = issueSecret('ca_');
  await client.query(
    `INSERT INTO account_credentials
       (id, account_id, issuer_session_id, name, secret_hash, secret_prefix, audience, scopes, issued_by, expires_at)
     SELECT $2, account_id, issuer_session_id, name, $3, $4, 'mcp', scopes, issued_by, expires_at
     FROM account_credentials WHERE secret_hash = $1`,
    [hashSecret(rest), newId(), hashSecret(mcp), visiblePrefix(mcp)],
  );
  return { workspaceId: await createWorkspace(client, accountId, 'Surfaces'), rest, mcp };
}
