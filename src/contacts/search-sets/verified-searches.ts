import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ContactSet } from './contact-set';
import { SetReadsRepository } from './set-reads.repository';

/** Largest number of candidates that are checked one by one. For more, reading all contacts once costs less. */
const FEW = 20_000;
/** Number of cached searches. Each takes at most 4 KiB for 32,768 contacts. */
const CACHED_SEARCHES = 32;

/** The result of a search, and the version of the index that it is valid for. */
interface CachedSearch {
  version: string | null;
  found: ContactSet;
}

/**
 * Finds the contacts with a text that is longer than the terms of the index. A result that took a read of all contacts
 * is cached for the next page of the same search, until the index changes. Until then only pending contacts can have
 * changed, and those are checked again each time.
 */
@Injectable()
export class VerifiedSearches {
  private readonly cache = new LRUCache<string, CachedSearch>({ max: CACHED_SEARCHES });

  constructor(private readonly sets: SetReadsRepository) {}

  /**
   * The cached result for this text: all contacts of the workspace except pending ones. Check with {@link holds}
   * whether it is still valid.
   */
  known(workspaceId: string, text: string): CachedSearch | null {
    return this.cache.get(keyOf(workspaceId, text)) ?? null;
  }

  /**
   * Whether the index has not changed since. If you call it after reading the sets and the pending contacts, it is true
   * for them.
   */
  async holds(workspaceId: string, { version }: CachedSearch): Promise<boolean> {
    return version === (await this.sets.findVersion(workspaceId));
  }

  /** Removes the candidates that do not have the text. */
  async verify(workspaceId: string, text: string, candidates: ContactSet): Promise<void> {
    const { size } = candidates;
    if (size === 0) return;
    if (size > FEW) candidates.keepOnly(await this.scan(workspaceId, text));
    else
      candidates.keepOnly(
        ContactSet.of(await this.sets.listSeqsWithText(workspaceId, candidates.newest(0, size), text)),
      );
  }

  private async scan(workspaceId: string, text: string): Promise<ContactSet> {
    const version = await this.sets.findVersion(workspaceId);
    const found = ContactSet.of(await this.sets.listAllSeqsWithText(workspaceId, text));
    this.cache.set(keyOf(workspaceId, text), { version, found });
    return found;
  }
}

function keyOf(workspaceId: string, text: string): string {
  return `${workspaceId} ${text}`;
}
