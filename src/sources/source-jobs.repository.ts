import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { ClaimLost } from '../common/jobs/lease';
import type { Claimed } from '../common/jobs/leased-queue.types';
import type { Language } from '../language/language';
import { READER_VERSION } from './reader-version';
import { CLAIM_OUTDATED, FIND_REMOVED_SOURCE, FINISH_SOURCE } from './source-jobs.sql';
import { Source } from './source.entity';
import type { SourceKey, SourceType } from './source.types';
import { StoredContent } from './stored-content.entity';

/** A source that this process may work on until its lease ends. `parentId`: the sitemap that it is a page of. */
export type HeldSource = Claimed & SourceKey & Pick<Source, 'parentId'>;

/** A source that this process may index until its lease ends. */
export interface SourceClaim extends HeldSource {
  type: SourceType;
  name: string;
  url: string | null;
  mediaType: string | null;
  charset: string | null;
  fetchedUrl: string | null;
  languageWanted: Language | null;
  /** Of the index that serves; the next one is one more. */
  indexGeneration: number;
}

export interface IndexedSource {
  text: string;
  language: Language;
  chunkCount: number;
  name: string;
  canonicalUrl: string | null;
}

/** Reads and writes of indexing, beside the queue. */
@Injectable()
export class SourceJobsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** A source whose index an earlier reader has made; null where there is none. */
  async claimOutdated(leaseSeconds: number): Promise<SourceClaim | null> {
    const [found] = await this.work.query<SourceClaim>(CLAIM_OUTDATED, [leaseSeconds, READER_VERSION]);
    return found ?? null;
  }

  async findContent({ workspaceId, agentId, id: sourceId }: SourceKey): Promise<Buffer | null> {
    const stored = await this.work.manager.findOne(StoredContent, {
      select: { workspaceId: true, agentId: true, sourceId: true, content: true },
      where: { workspaceId, agentId, sourceId },
    });
    return stored?.content ?? null;
  }

  /** Lets the new index serve. @throws ClaimLost where the claim is no longer this process's, whose work must then be undone */
  async finish(
    { workspaceId, agentId, id, fence, indexGeneration }: SourceClaim,
    { text, language, chunkCount, name, canonicalUrl }: IndexedSource,
  ): Promise<void> {
    const index = [indexGeneration + 1, language, chunkCount, text, name, canonicalUrl, READER_VERSION];
    const finished = await this.work.query(FINISH_SOURCE, [workspaceId, agentId, id, fence, ...index]);
    if (finished.length === 0) throw new ClaimLost();
  }

  /** A removed source whose index is still there. Not locked: clearing it twice does no harm. */
  async findRemoved(): Promise<SourceKey | null> {
    const [source] = await this.work.query<SourceKey>(FIND_REMOVED_SOURCE);
    return source ?? null;
  }

  /** After a failure: other removed sources come first. */
  async postponeRemoved({ workspaceId, agentId, id }: SourceKey): Promise<void> {
    const later = { dueAt: () => `now() + interval '10 minutes'` };
    await this.work.manager.update(Source, { workspaceId, agentId, id, status: 'deleting' }, later);
  }

  async deleteRemoved({ workspaceId, agentId, id }: SourceKey): Promise<void> {
    await this.work.manager.delete(Source, { workspaceId, agentId, id, status: 'deleting' });
  }
}
