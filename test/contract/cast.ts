import {
  ACCOUNT_SCOPES,
  type AccountScope,
  KEY_SCOPES,
  type KeyScope,
  type Role,
  ROLES,
} from '../../src/common/operations/access';
import { hashSecret, issueSecret } from '../../src/common/secrets/token';
import { newId } from '../../src/common/database/uuid';
import { anAccount, type TestAccount } from '../factories/account';
import { aCredential } from '../factories/credential';
import { aKey } from '../factories/key';
import { aMember } from '../factories/member';
import { theVisitorOf } from '../factories/visitor';
import type { Parley } from '../support/parley';
import { type Subject, THE_TREE } from './suites/subject';
import { aTenant } from './tenant';
import type { Tenant } from './tenant.types';

/** All callers of the contract suite. Secrets are issued when they are first needed. */
export class Cast {
  private readonly secrets = new Map<string, Promise<string>>();

  private constructor(
    private readonly parley: Parley,
    /** The tenant whose operations are called. */
    readonly home: Tenant,
    /** Another tenant, with records of its own. */
    readonly foreign: Tenant,
    readonly members: Record<Role, TestAccount>,
    /** May reach no agent of the home tenant. */
    readonly restricted: TestAccount,
    /** An owner of the home workspace whose email is not verified. */
    readonly unverified: TestAccount,
  ) {}

  static async gather(parley: Parley, subject: Subject = THE_TREE): Promise<Cast> {
    const home = await aTenant(parley, subject);
    const foreign = await aTenant(parley, subject);
    const members: Partial<Record<Role, TestAccount>> = {};
    for (const role of ROLES) members[role] = await aMember(parley, home.workspace, await anAccount(parley), { role });
    const restricted = await aMember(parley, home.workspace, await anAccount(parley), { restrictedAgentIds: [] });
    const unverified = await anAccount(parley, { verified: false });
    await aMember(parley, home.workspace, unverified, { role: 'owner' });
    return new Cast(parley, home, foreign, members as Record<Role, TestAccount>, restricted, unverified);
  }

  /** A credential of the account. */
  credential(account: TestAccount, scopes: readonly AccountScope[] = ACCOUNT_SCOPES): Promise<string> {
    return this.once(`credential ${account.id} ${scopes.join()}`, async () => {
      return (await aCredential(this.parley, account, { scopes })).secret;
    });
  }

  key(tenant: Tenant, scopes: readonly KeyScope[] = KEY_SCOPES): Promise<string> {
    return this.once(`key ${tenant.key.id} ${scopes.join()}`, async () => {
      return (await aKey(this.parley, tenant.workspace, { scopes })).secret;
    });
  }

  /** The visitor of the tenant's conversation. */
  visitor(tenant: Tenant): Promise<string> {
    return this.once(`visitor ${tenant.workspace.id}`, () => this.freshVisitor(tenant));
  }

  /** The same with a session of its own; the one before has the conversation no more. */
  freshVisitor({ workspace, ids }: Tenant): Promise<string> {
    return theVisitorOf(this.parley, {
      workspaceId: workspace.id,
      agentId: ids['agentId']!,
      id: ids['conversationId']!,
    });
  }

  /** An access token of the tenant's key. */
  token(
    tenant: Tenant,
    scopes: readonly KeyScope[] = KEY_SCOPES,
    audience = 'rest',
    lifetime = '1 hour',
  ): Promise<string> {
    return this.once(`token ${tenant.key.id} ${scopes.join()} ${audience} ${lifetime}`, async () => {
      const secret = issueSecret('ct_');
      await this.parley.database.query(
        `INSERT INTO access_tokens (id, workspace_id, key_id, audience, scopes, secret_hash, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, now() + $7::interval)`,
        [newId(), tenant.workspace.id, tenant.key.id, audience, scopes, hashSecret(secret), lifetime],
      );
      return secret;
    });
  }

  /** Secrets that were good once, or are good elsewhere, by the code that refuses them. */
  async spoiled(): Promise<Record<string, string>> {
    const { home } = this;
    return {
      credential_revoked: await this.credentialWith('revoked_at = now()'),
      credential_expired: await this.credentialWith(
        "created_at = now() - interval '2 days', expires_at = now() - interval '1 day'",
      ),
      token_audience_mismatch: await this.credentialWith(`audience = 'mcp'`),
      api_key_revoked: await this.once('revoked key', async () => {
        const { id, secret } = await aKey(this.parley, home.workspace);
        await this.parley.database.query('UPDATE workspace_keys SET revoked_at = now() WHERE id = $1', [id]);
        return secret;
      }),
      token_expired: await this.token(home, KEY_SCOPES, 'rest', '-1 second'),
    };
  }

  private credentialWith(change: string): Promise<string> {
    return this.once(change, async () => {
      const { id, secret } = await aCredential(this.parley, this.home.owner);
      await this.parley.database.query(`UPDATE account_credentials SET ${change} WHERE id = $1`, [id]);
      return secret;
    });
  }

  private once(name: string, issue: () => Promise<string>): Promise<string> {
    const secret = this.secrets.get(name) ?? issue();
    this.secrets.set(name, secret);
    return secret;
  }
}
