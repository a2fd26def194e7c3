import { Injectable } from '@nestjs/common';
import type { ErasedCounts } from '../common/erasure/erasure.types';
import { Seal } from '../common/secrets/seal';
import { Settings } from '../config/load-settings';
import type { ContactIdentity, ErasureReceipt } from './contact-erasure.types';
import { ContactErasuresRepository } from './contact-erasures.repository';

/**
 * Remembers which people were erased. Long-running work that adds people from outside, such as an import or a chat turn
 * that waits for the model, checks here before it commits, so that it does not bring back a person who was erased in
 * the meantime.
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

  /**
   * Returns the receipt of a completed erasure, or null. Makes other erasures of the same contact wait until the
   * transaction ends.
   */
  async findLocked(workspaceId: string, contactId: string): Promise<ErasureReceipt | null> {
    await this.erasures.lock(workspaceId, contactId);
    return this.findReceipt(workspaceId, contactId);
  }

  findReceipt(workspaceId: string, contactId: string): Promise<ErasureReceipt | null> {
    return this.erasures.findReceipt(workspaceId, contactId);
  }

  /** `identity` is null if the profile was removed earlier; the person can then no longer be recognized. */
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
   * Returns the identities that were erased after `startedAt`, an instant of the database's clock. Call it in the
   * transaction that writes them, after the write: a later erasure then waits for this transaction. Runs one statement
   * for any number of identities.
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

/**
 * Hashes the externalId and the email. The hash includes the workspace, so that tenants cannot recognize each other's
 * people.
 */
function hashed(workspaceId: string, { externalId, email }: ContactIdentity): (string | null)[] {
  return Object.entries({ externalId, email }).map(([field, value]) =>
    value === null ? null : JSON.stringify([workspaceId, field, value]),
  );
}
