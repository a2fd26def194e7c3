import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ContactSet } from './contact-set';
import { SetReadsRepository } from './set-reads.repository';

/** Up to so many candidates are looked at one by one; beyond, reading all contacts once costs less. */
const FEW = 20_000;
/** Searches whose result is kept, each at most 4 KiB for 32 768 contacts. */
const KEPT = 32;

/** What was found while the index had this version. */
interface KeptSearch {
  version: string | null;
  found: ContactSet;
}

/**
 * Which contacts have a text that is longer than the terms of the index. What took a read of all contacts is kept for
 * the next page of the same search, until the index moves on: until then only pending contacts can have changed, and
 * those are looked at anew each time.
 */
@Injectable()
export class VerifiedSearches {
  private readonly kept = new LRUCache<string, KeptSearch>({ max: KEPT });

  constructor(private readonly sets: SetReadsRepository) {}

  /** All contacts of the workspace with this text, but for pending ones, as it was found out; to be asked if it holds. */
  known(workspaceId: string, text: string): KeptSearch | null {
    return this.kept.get(keyOf(workspaceId, text)) ?? null;
  }

  /** Whether the index has not moved on. Asked after its sets and the pending contacts are read, it is true of them. */
  async holds(workspaceId: string, { version }: KeptSearch): Promise<boolean> {
    return version === (await this.sets.findVersion(workspaceId));
  }

  /** Leaves those of the candidates that have the text. */
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
    this.kept.set(keyOf(workspaceId, text), { version, found });
    return found;
  }
}

function keyOf(workspaceId: string, text: string): string {
  return `${workspaceId} ${text}`;
}
