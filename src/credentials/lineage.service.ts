import { Injectable } from '@nestjs/common';
import { hashSecret, issueSecret, visiblePrefix } from '../common/secrets/token';
import { CredentialsRepository } from './credentials.repository';
import type { Actor, Credential, CredentialOrder, Receipt } from './credential.types';

/**
 * The lineage of credentials. A credential never outlives its issuer and never has more scopes: a change to a
 * credential reaches its descendants in the same transaction, so that authentication needs only one row.
 */
@Injectable()
export class LineageService {
  constructor(private readonly credentials: CredentialsRepository) {}

  /** Whether `ancestorId` is an ancestor of the credential. */
  async descends(accountId: string, id: string, ancestorId: string): Promise<boolean> {
    return (await this.credentials.listAncestors(accountId, id)).includes(ancestorId);
  }

  /** Stores a new credential. The answer contains its secret, which is not stored. */
  async issue(order: CredentialOrder, by: Actor, at: Date): Promise<Receipt> {
    const secret = issueSecret('ca_');
    const stored = { ...order, secretHash: hashSecret(secret), secretPrefix: visiblePrefix(secret) };
    const id = await this.credentials.insert(stored, at);
    await this.credentials.append([id], 'issued', by, at);
    return { credential: await this.credentials.require(order.accountId, id), secret };
  }

  /** Revokes only these, not their descendants. */
  async revoke(accountId: string, ids: readonly string[], reason: string | null, by: Actor, at: Date): Promise<void> {
    if (ids.length === 0) return;
    await this.credentials.update(accountId, ids, { revokedAt: at, revocationReason: reason }, at);
    await this.credentials.append(ids, 'revoked', by, at);
  }

  /** Revokes every active descendant. */
  async revokeDescendants(accountId: string, id: string, reason: string, by: Actor, at: Date): Promise<void> {
    await this.revoke(accountId, await this.credentials.listActiveDescendants(accountId, id), reason, by, at);
  }

  /** Narrows every active descendant to the credential's scopes and expiry. Revokes those without a scope left. */
  async narrowDescendants(credential: Credential, by: Actor, at: Date): Promise<void> {
    const stripped = await this.credentials.listStrippedDescendants(credential);
    await this.revoke(credential.accountId, stripped, 'The parent credential lost its scopes.', by, at);
    await this.credentials.append(await this.credentials.narrowDescendants(credential, at), 'narrowed', by, at);
  }
}
