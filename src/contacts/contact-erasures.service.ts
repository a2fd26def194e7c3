import { Injectable } from '@nestjs/common';
import type { ErasedCounts } from '../common/erasure/erasure.types';
import { Seal } from '../common/secrets/seal';
import { Settings } from '../config/load-settings';
import type { ContactIdentity, ErasureReceipt } from './contact-erasure.types';
import { ContactErasuresRepository } from './contact-erasures.repository';

/**
 * Whom erasures have erased. Work that brings people in from outside and takes longer than a moment (a chat turn while the
 * model thinks, an import) asks here before it commits, so that it brings nobody back who was erased meanwhile.
 */
@Injectable()
export class ContactErasuresService {
  private readonly seal: Seal;

  constructor(
    private readonly erasures: ContactErasuresRepository,
    settings: Settings,
  ) {
    this.seal = new Seal(settings.values, 'erasure');
  }

  /** The receipt of an erasure that is done, or null. Locks out another one of the same contact until the transaction ends. */
  async findLocked(workspaceId: string, contactId: string): Promise<ErasureReceipt | null> {
    await this.erasures.lock(workspaceId, contactId);
    return this.findReceipt(workspaceId, contactId);
  }

  findReceipt(workspaceId: string, contactId: string): Promise<ErasureReceipt | null> {
    return this.erasures.findReceipt(workspaceId, contactId);
  }

  /** `identity` null: the profile had been removed before, so nobody knows it any more. */
  async remember(
    { workspaceId, contactId, erasedBy }: { workspaceId: string; contactId: string; erasedBy: string },
    identity: ContactIdentity | null,
    records: ErasedCounts,
  ): Promise<ErasureReceipt> {
    const [externalIdHash = null, emailHash = null] = identity
      ? hashed(workspaceId, identity).map((text) => (text === null ? null : this.seal.fingerprint(text)))
      : [];
    return this.erasures.insert({
      workspaceId,
      contactId,
      erasedBy,
      records,
      externalIdHash,
      emailHash,
    });
  }

  /**
   * Those of the identities that were erased after `startedAt`, an instant of the database's clock. Ask in the
   * transaction that writes them and after the write: from then on an erasure waits for this transaction. One statement,
   * however many there are.
   */
  async erasedSince<Identity extends ContactIdentity>(
    workspaceId: string,
    startedAt: string | Date,
    identities: readonly Identity[],
  ): Promise<Set<Identity>> {
    const erased = await this.erasures.listHashesSince(workspaceId, startedAt);
    if (erased.length === 0) return new Set();
    const known = new Set(erased.map((hash) => hash.toString('hex')));
    const wasErased = (identity: Identity): boolean =>
      hashed(workspaceId, identity)
        .flatMap((text) => (text === null ? [] : this.seal.fingerprints(text)))
        .some((hash) => known.has(hash.toString('hex')));
    return new Set(identities.filter(wasErased));
  }
}

/** The externalId and the email. The workspace is part of it: tenants must not recognize each other's people. */
function hashed(workspaceId: string, { externalId, email }: ContactIdentity): (string | null)[] {
  return Object.entries({ externalId, email }).map(([field, value]) =>
    value === null ? null : JSON.stringify([workspaceId, field, value]),
  );
}
