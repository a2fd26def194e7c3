import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Claimed } from '../../common/jobs/leased-queue.types';
import type { LeasedQueue } from '../../common/jobs/leased-queue';
import { EventLog } from '../../events/event-log.service';
import { logger } from '../../common/logging/logger';
import { SOURCE_EVENTS } from '../source-event.types';
import type { SourceKey } from '../source.types';
import { READER_VERSION } from '../reader-version';
import type { Source } from '../source.entity';
import type { SourceFailure } from '../sources.errors';
import type { HeldSource } from '../source-jobs.repository';
import { type EndedSource, SitemapsRepository } from './sitemaps.repository';

/** How work on a source ends; where it was the last page of its sitemap that was worked on, the sitemap's ends with it. */
@Injectable()
export class SourceEnds {
  constructor(
    private readonly sitemaps: SitemapsRepository,
    private readonly work: UnitOfWork,
    private readonly log: EventLog,
  ) {}

  /** Runs `end`, which changes the source, in its transaction. */
  async with(
    { workspaceId, agentId, parentId }: Omit<HeldSource, keyof Claimed>,
    end: () => Promise<void>,
  ): Promise<void> {
    if (parentId === null) return end();
    const sitemap = { workspaceId, agentId, id: parentId };
    await this.work.run(async () => {
      // Before the page itself: of two pages that end at once, the second one sees that it is the last.
      await this.sitemaps.lock(sitemap);
      await end();
      const settled = await this.sitemaps.settle(sitemap);
      if (settled) this.append(sitemap, settled);
    });
  }

  /** Work on a source that is no page of a sitemap has ended. Joins the caller's transaction. */
  append({ workspaceId, agentId, id }: SourceKey, { type, chunkCount, failureClass }: EndedSource): void {
    const event = SOURCE_EVENTS[failureClass === null ? 'source.indexed' : 'source.failed'];
    const data = { sourceId: id, sourceType: type, chunkCount, failureClass };
    this.log.append(event, { workspaceId, agentId, subjectId: id, data });
  }

  /** The last good index stays as it is and serves on. @throws ClaimLost */
  fail<Claim extends HeldSource>(
    queue: LeasedQueue<Source, Claim>,
    claim: Claim,
    { failureClass, message: failureMessage }: SourceFailure,
  ): Promise<void> {
    logger.info({ sourceId: claim.id, class: failureClass }, `${queue.name} failed`);
    return this.work.run(() =>
      this.with(claim, async () => {
        await queue.finish(claim, {
          status: 'failed',
          failureClass,
          failureMessage,
          failureAt: () => 'now()',
          readerVersion: READER_VERSION,
          refreshAt: () => 'coalesce(refresh_at, now() + make_interval(hours => refresh_hours))',
          updatedAt: () => 'now()',
        });
        if (claim.parentId !== null) return;
        this.append(claim, { ...(await this.sitemaps.requireEnded(claim)), failureClass });
      }),
    );
  }
}
