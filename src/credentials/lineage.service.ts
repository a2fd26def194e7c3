import { Injectable } from '@nestjs/common';
import { CredentialsRepository } from './credentials.repository';
import type { Actor, Credential } from './credential.types';

/**
 * Who issued whom. What a machine issued never outlives and never outreaches it: a change to a credential reaches its
 * descendants in the same transaction, so that authentication can go by one row alone.
 */
@Injectable()
export class LineageService {
  constructor(private readonly credentials: CredentialsRepository) {}

  /** Whether `ancestorId` issued the credential, or one that it descends from. */
  async descends(id: string, ancestorId: string): Promise<boolean> {
    return (await this.credentials.listAncestors(id)).includes(ancestorId);
  }

  /** These alone. */
  async revoke(ids: readonly string[], reason: string | null, by: Actor, at: Date): Promise<void> {
    if (ids.length === 0) return;
    await this.credentials.update(ids, { revokedAt: at, revocationReason: reason }, at);
    await this.credentials.append(ids, 'revoked', by, at);
  }

  /** Every active one. */
  async revokeDescendants(id: string, reason: string, by: Actor, at: Date): Promise<void> {
    await this.revoke(await this.credentials.listActiveDescendants(id), reason, by, at);
  }

  /** Takes from every active descendant what its ancestor lost; one that keeps no scope at all is revoked. */
  async narrowDescendants(credential: Credential, by: Actor, at: Date): Promise<void> {
    const stripped = await this.credentials.listStrippedDescendants(credential);
    await this.revoke(stripped, 'The parent credential lost its scopes.', by, at);
    await this.credentials.append(await this.credentials.updateDescendants(credential, at), 'narrowed', by, at);
  }
}
