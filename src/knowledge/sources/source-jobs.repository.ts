import { Injectable } from '@nestjs/common';
import { In, type QueryDeepPartialEntity } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Queues } from '../../common/jobs/queues';
import { takenUp } from '../../common/jobs/takeovers';
import { Turns } from '../../common/jobs/turns';
import type { InFlight } from '../../common/jobs/in-flight';
import type { Lease } from '../../common/jobs/lease';
import type { Language } from '../language/language';
import { StoredContent } from './stored-content.entity';
import type { SourceFailure } from './sources.errors';
import { READER_VERSION } from './reader-version';
import { CLAIM_OUTDATED, CLAIM_SOURCE, FIND_REMOVED_SOURCE, FINISH_SOURCE } from './source-jobs.sql';
import { Source } from './source.entity';
import type { SourceKey, SourceType } from './source.types';

/** A source that this process may work on until its lease ends. */
export interface HeldSource extends SourceKey {
  /** The sitemap that it is a page of. */
  parentId: string | null;
  /** Tells this claim from an earlier or later one of the same source. */
  fence: string;
}

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
  /** How often it was claimed since it was queued, this time included. */
  attempts: number;
}

export interface IndexedSource {
  text: string;
  language: Language;
  chunkCount: number;
  name: string;
  canonicalUrl: string | null;
}

/** The queue of sources, which is the table of sources itself. */
@Injectable()
export class SourceJobsRepository {
  private readonly turns: Turns;

  constructor(
    private readonly work: UnitOfWork,
    queues: Queues,
  ) {
    // What was fetched a moment ago is processed under a lease that has ended before all time.
    const fetched = `status = 'processing' AND lease_ends_at = '-infinity'`;
    const held = `status = 'processing' AND lease_ends_at > '-infinity'`;
    queues.register({
      queue: 'source_indexing',
      table: 'knowledge_sources',
      states: {
        waiting: { where: `((status = 'queued' AND NOT to_fetch) OR (${fetched}))`, since: 'due_at' },
        working: { where: `${held} AND lease_ends_at >= now()` },
        abandoned: { where: `${held} AND lease_ends_at < now()`, since: 'lease_ends_at' },
      },
    });
    this.turns = new Turns(work, {
      table: 'knowledge_sources t',
      waiting: `((status = 'queued' AND NOT to_fetch) OR status = 'processing')`,
      due: `(status = 'queued' OR lease_ends_at < now())`,
      since: 'due_at',
    });
  }

  /**
   * Of the workspace whose turn it is the source that waits longest, or whose worker died; null where there is none.
   */
  claim({ seconds }: Lease, inFlight?: InFlight): Promise<SourceClaim | null> {
    return this.turns.take(async (workspaceId) => {
      const parameters = [seconds, workspaceId];
      const [found] = await this.work.query<SourceClaim & { isTakenOver: boolean }>(CLAIM_SOURCE, parameters);
      return takenUp('source_indexing', found);
    }, inFlight);
  }

  /** A source whose index an earlier reader has made; null where there is none. */
  async claimOutdated({ seconds }: Lease): Promise<SourceClaim | null> {
    const parameters = [seconds, READER_VERSION];
    const [found] = await this.work.query<SourceClaim & { isTakenOver: boolean }>(CLAIM_OUTDATED, parameters);
    return takenUp('source_indexing', found);
  }

  /** Goes on holding a claim; does nothing where it is no longer this process's. */
  async renew(claim: HeldSource, { interval }: Lease): Promise<void> {
    await this.update(claim, { leaseEndsAt: () => `now() + ${interval}` });
  }

  async findContent({ workspaceId, agentId, id: sourceId }: SourceKey): Promise<Buffer | null> {
    const stored = await this.work.manager.findOne(StoredContent, {
      select: { workspaceId: true, agentId: true, sourceId: true, content: true },
      where: { workspaceId, agentId, sourceId },
    });
    return stored?.content ?? null;
  }

  /** Lets the new index serve; false where the claim is no longer this process's, whose work must then be undone. */
  async finish(
    { workspaceId, agentId, id, fence, indexGeneration }: SourceClaim,
    { text, language, chunkCount, name, canonicalUrl }: IndexedSource,
  ): Promise<boolean> {
    const index = [indexGeneration + 1, language, chunkCount, text, name, canonicalUrl, READER_VERSION];
    const parameters = [workspaceId, agentId, id, fence, ...index];
    return (await this.work.query(FINISH_SOURCE, parameters)).length > 0;
  }

  /** The last good index stays as it is and serves on. */
  async finishFailed(claim: HeldSource, { failureClass, message: failureMessage }: SourceFailure): Promise<void> {
    await this.update(claim, {
      status: 'failed',
      leaseEndsAt: null,
      failureClass,
      failureMessage,
      failureAt: () => 'now()',
      readerVersion: READER_VERSION,
      refreshAt: () => 'coalesce(refresh_at, now() + make_interval(hours => refresh_hours))',
      updatedAt: () => 'now()',
    });
  }

  /** After a failure that is not the source's fault: another attempt in a little while. */
  async postpone(claim: HeldSource): Promise<void> {
    await this.update(claim, { leaseEndsAt: () => `now() + interval '10 seconds'`, isHeld: false });
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

  /** Where the claim still holds. */
  private async update(
    { workspaceId, agentId, id, fence }: HeldSource,
    change: QueryDeepPartialEntity<Source>,
  ): Promise<void> {
    const held = { workspaceId, agentId, id, fence, status: In(['fetching', 'processing']) };
    await this.work.manager.update(Source, held, change);
  }
}
