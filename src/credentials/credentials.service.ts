import { Injectable } from '@nestjs/common';
import { Audit } from '../common/audit/audit';
import type { Page } from '../common/database/page';
import type { AccountPrincipal } from '../common/request/principal';
import { AuthoritiesService } from './authorities.service';
import { type Authority, ensureActive, ensureFuture, narrowed } from './authority';
import type {
  EditAccountCredentialInput,
  ListAccountCredentialsQuery,
  RevokeAccountCredentialInput,
} from './credential-input.dto';
import type { EventKind } from './credential-event.entity';
import type { Credential, Revocation } from './credential.types';
import { NothingToChange } from './credentials.errors';
import { CredentialsRepository } from './credentials.repository';
import { LineageService } from './lineage.service';
import { ProvenChangeService } from './proven-change.service';

/**
 * Lists, edits and revokes the account's own credentials. A caller with the write scope may change any of them, but
 * only narrow it.
 */
@Injectable()
export class CredentialsService {
  constructor(
    private readonly credentials: CredentialsRepository,
    private readonly lineage: LineageService,
    private readonly authorities: AuthoritiesService,
    private readonly changes: ProvenChangeService,
    private readonly audit: Audit,
  ) {}

  /** Newest first, including past ones. One statement. */
  async list(caller: AccountPrincipal, { limit, cursor }: ListAccountCredentialsQuery): Promise<Page<Credential>> {
    return this.credentials.page(caller.accountId, { limit, cursor });
  }

  /**
   * Renames and narrows the credential, and narrows its descendants with it.
   *
   * @throws NothingToChange, ExpiryInThePast 400, those of {@link ProvenChangeService}, then NotFound 404,
   * CredentialInactive, AuthorityExceeded 409
   */
  async edit(caller: AccountPrincipal, id: string, input: EditAccountCredentialInput): Promise<Credential> {
    const { name, scopes, expiresAt } = input;
    if (name === undefined && scopes === undefined && expiresAt === undefined) throw new NothingToChange();
    if (expiresAt !== undefined) ensureFuture(input, await this.authorities.now());
    return this.changes.run(caller, input.currentPassword, async (authority) => {
      const credential = await this.credentials.require(caller.accountId, id);
      ensureActive(credential);
      ensureFuture(input, authority.at);
      this.audit.before(credential);
      const edited = { ...narrowed(credential, input), name: name ?? credential.name };
      await this.apply(credential, edited, authority);
      return this.credentials.require(caller.accountId, id);
    });
  }

  /**
   * Revokes a credential in any state, and all its descendants. A second call changes nothing and returns the first
   * revocation.
   *
   * @throws those of {@link ProvenChangeService}, then NotFound 404
   */
  async revoke(caller: AccountPrincipal, id: string, input: RevokeAccountCredentialInput): Promise<Revocation> {
    return this.changes.run(caller, input.currentPassword, async ({ actor, at }) => {
      const { revokedAt, revocationReason } = await this.credentials.require(caller.accountId, id);
      if (revokedAt) return { id, revokedAt, reason: revocationReason, alreadyRevoked: true };
      const reason = input.reason ?? null;
      await this.lineage.revoke(caller.accountId, [id], reason, actor, at);
      await this.lineage.revokeDescendants(caller.accountId, id, 'The parent credential was revoked.', actor, at);
      return { id, revokedAt: at, reason, alreadyRevoked: false };
    });
  }

  private async apply(before: Credential, after: Credential, { actor, at }: Authority): Promise<void> {
    const changes = changesBetween(before, after);
    if (changes.length === 0) return;
    const { accountId, id, name, scopes, expiresAt } = after;
    await this.credentials.update(accountId, [id], { name, scopes, expiresAt }, at);
    for (const kind of changes) await this.credentials.append([id], kind, actor, at);
    if (changes.includes('narrowed')) await this.lineage.narrowDescendants(after, actor, at);
  }
}

function changesBetween(before: Credential, after: Credential): EventKind[] {
  const renamed = after.name !== before.name;
  const narrower = after.scopes.length < before.scopes.length || after.expiresAt.getTime() < before.expiresAt.getTime();
  return [...(renamed ? (['renamed'] as const) : []), ...(narrower ? (['narrowed'] as const) : [])];
}
