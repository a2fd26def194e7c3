import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { SourceFailure } from '../sources/sources.errors';
import { type HeldSource, SourceJobsRepository } from '../sources/source-jobs.repository';
import { SitemapsRepository } from './sitemaps.repository';

/** How work on a source ends; where it was the last page of its sitemap that was worked on, the sitemap's ends with it. */
@Injectable()
export class SourceEnds {
  constructor(
    private readonly jobs: SourceJobsRepository,
    private readonly sitemaps: SitemapsRepository,
    private readonly work: UnitOfWork,
  ) {}

  /** Whatever `end` does to the source, in its transaction. */
  async with({ workspaceId, agentId, parentId }: Omit<HeldSource, 'fence'>, end: () => Promise<void>): Promise<void> {
    if (parentId === null) return end();
    const sitemap = { workspaceId, agentId, id: parentId };
    await this.work.run(async () => {
      // Before the page itself: of two pages that end at once, the second one sees that it is the last.
      await this.sitemaps.lock(sitemap);
      await end();
      await this.sitemaps.settle(sitemap);
    });
  }

  failed(source: HeldSource, failure: SourceFailure): Promise<void> {
    return this.with(source, () => this.jobs.finishFailed(source, failure));
  }
}
