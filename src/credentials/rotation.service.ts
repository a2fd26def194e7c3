import { Injectable } from '@nestjs/common';
import { Audit } from '../common/audit/audit';
import type { AccountPrincipal } from '../common/request/principal';
import { AuthoritiesService } from './authorities.service';
import { type Authority, earlier, ensureActive, ensureFuture, ensureWithin, narrowed } from './authority';
import type { RotateAccountCredentialInput } from './credential-input.dto';
import type { Credential, Receipt } from './credential.types';
import { AuthorityExceeded } from './credentials.errors';
import { CredentialsRepository } from './credentials.repository';
import { LineageService } from './lineage.service';
import { ProvenChangeService } from './proven-change.service';

/** The parent and the session of a replacement, which ends when they end. */
type Place = Pick<Credential, 'parentCredentialId' | 'issuerSessionId'>;

/** Replaces a credential with one that has a new secret and no more authority, in one transaction. */
@Injectable()
export class RotationService {
  constructor(
    private readonly credentials: CredentialsRepository,
    private readonly lineage: LineageService,
    private readonly authorities: AuthoritiesService,
    private readonly changes: ProvenChangeService,
    private readonly audit: Audit,
  ) {}

  /**
   * The old secret and every descendant stop working at once. The replacement has no more authority than the old
   * credential, nor than the calling credential, if any.
   *
   * @throws ExpiryInThePast 400, those of {@link ProvenChangeService}, then NotFound 404, CredentialInactive,
   * AuthorityExceeded 409
   */
  async rotate(caller: AccountPrincipal, id: string, input: RotateAccountCredentialInput): Promise<Receipt> {
    if (input.expiresAt !== undefined) ensureFuture(input, await this.authorities.now());
    return this.changes.run(caller, input.currentPassword, async (authority) => {
      const { actor, at } = authority;
      const old = await this.credentials.require(caller.accountId, id);
      ensureActive(old);
      ensureFuture(input, at);
      const { scopes, expiresAt } = this.grant(old, input, authority);
      const replacement = await this.lineage.issue(
        {
          ...(await this.place(old, authority)),
          accountId: old.accountId,
          name: input.name ?? old.name,
          audience: old.audience,
          scopes,
          expiresAt,
          issuedBy: 'rotation',
          replacesId: old.id,
        },
        actor,
        at,
      );
      const replacedById = replacement.credential.id;
      this.audit.note({ related: [{ type: 'account_credential', id: replacedById }] });
      await this.credentials.update(old.accountId, [old.id], { rotatedAt: at, replacedById }, at);
      await this.credentials.append([old.id], 'rotated', actor, at);
      await this.lineage.revokeDescendants(old.accountId, old.id, 'The parent credential was rotated.', actor, at);
      return replacement;
    });
  }

  /** A calling credential receives the secret, so its own grant bounds the replacement too. */
  private grant(old: Credential, input: RotateAccountCredentialInput, authority: Authority): Credential {
    const wished = narrowed(old, input);
    const expiresAt = input.expiresAt === undefined ? earlier(wished.expiresAt, authority.endsAt) : wished.expiresAt;
    if (authority.parentCredentialId === null) return wished;
    ensureWithin({ scopes: wished.scopes, expiresAt }, authority.scopes, authority.endsAt);
    return { ...wished, expiresAt };
  }

  /**
   * Usually the place of the old credential. If a credential rotates one that it did not issue, the replacement becomes
   * its child: the caller holds the secret, so the replacement must not outlive it.
   */
  private async place(old: Credential, { parentCredentialId: caller, sessionId }: Authority): Promise<Place> {
    const same = { parentCredentialId: old.parentCredentialId, issuerSessionId: old.issuerSessionId };
    if (caller === null || caller === old.id) return same;
    if (await this.lineage.descends(old.accountId, old.id, caller)) return same;
    if (await this.lineage.descends(old.accountId, caller, old.id)) {
      throw new AuthorityExceeded('', 'a credential cannot rotate one of its ancestors');
    }
    return { parentCredentialId: caller, issuerSessionId: sessionId };
  }
}
