import type { Client } from 'pg';
import { newId } from '../../src/common/database/uuid';
import { hashSecret, issueSecret, visiblePrefix } from '../../src/common/secrets/token';
import { ACCOUNT_SCOPES, KEY_SCOPES } from '../../src/common/operations/access';
import { withClient } from './database';

export interface Key {
  id: string;
  secret: string;
}

export interface Account {
  accountId: string;
  credential: string;
  session: string;
}

/** A workspace without limits, its owner, and keys. */
export interface Tenant extends Account {
  workspaceId: string;
  keys: readonly Key[];
}

/** More than one account, as in production, so that requests do not lock or count in one shared row. */
const KEYS = 50;

/** Writes directly to the tables, since registration, mails and password proofs are not measured here. */
export async function createTenant(databaseUrl: string, email = 'owner@example.com'): Promise<Tenant> {
  const keys = Array.from({ length: KEYS }, () => ({ id: newId(), secret: issueSecret('ck_') }));
  return withClient(databaseUrl, async (client) => {
    const owner = await createOwner(client, email, 'Bench');
    for (const { id, secret } of keys) {
      await client.query(
        `INSERT INTO workspace_keys (id, workspace_id, name, scopes, secret_hash, secret_prefix)
         VALUES ($1, $2, 'bench', $3, $4, $5)`,
        [id, owner.workspaceId, KEY_SCOPES, hashSecret(secret), visiblePrefix(secret)],
      );
    }
    return { ...owner, keys };
  });
}

/** Creates an account with a workspace of that name. */
export async function createOwner(client: Client, email: string, name: string): Promise<Omit<Tenant, 'keys'>> {
  const account = await createAccount(client, email);
  return { ...account, workspaceId: await createWorkspace(client, account.accountId, name) };
}

/** A verified account with a session and a credential with all scopes. */
export async function createAccount(client: Client, email: string): Promise<Account> {
  const [accountId, sessionId] = [newId(), newId()];
  const [session, credential] = [issueSecret('cs_'), issueSecret('ca_')];
  await client.query(`INSERT INTO accounts (id, email, name, email_verified_at) VALUES ($1, $2, 'Person', now())`, [
    accountId,
    email,
  ]);
  await client.query(
    `INSERT INTO sessions (id, account_id, secret_hash, expires_at) VALUES ($1, $2, $3, now() + interval '1 day')`,
    [sessionId, accountId, hashSecret(session)],
  );
  await client.query(
    `INSERT INTO account_credentials
       (id, account_id, issuer_session_id, name, secret_hash, secret_prefix, audience, scopes, issued_by, expires_at)
     VALUES ($1, $2, $3, 'bench', $4, $5, 'rest', $6, 'session', now() + interval '23 hours')`,
    [newId(), accountId, sessionId, hashSecret(credential), visiblePrefix(credential), ACCOUNT_SCOPES],
  );
  return { accountId, session, credential };
}

/** With the account as its owner. */
export async function createWorkspace(client: Client, accountId: string, name: string): Promise<string> {
  const id = newId();
  await client.query(
    `INSERT INTO workspaces (id, owner_account_id, name, name_key, plan_id) VALUES ($1, $2, $3, lower($3), 'enterprise')`,
    [id, accountId, name],
  );
  await client.query(`INSERT INTO members (id, workspace_id, account_id, role) VALUES ($1, $2, $3, 'owner')`, [
    newId(),
    id,
    accountId,
  ]);
  return id;
}
