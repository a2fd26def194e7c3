import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { BackgroundRunner } from '../../common/jobs/background-runner';
import { ClaimLost } from '../../common/jobs/lease';
import type { LeasedQueue } from '../../common/jobs/leased-queue';
import { LeasedQueues } from '../../common/jobs/leased-queues';
import { SOURCE_INDEXING } from '../source-indexing';
import { Source } from '../source.entity';
import { SourceQuotas } from '../source-quotas';
import { SourceFailure } from '../sources.errors';
import { PageFetcher } from './page-fetcher';
import { ACCEPT, readableType } from './readable-types';
import { pageName } from '../../documents/html/page-address';
import { SitemapFetcher } from './sitemap-fetcher';
import { SitemapsRepository } from './sitemaps.repository';
import { SourceEnds } from './source-ends';
import { SOURCE_FETCHING } from './source-fetching.types';
import { type FetchClaim, SourceFetchesRepository } from './source-fetches.repository';
import { HAS_GOOD_INDEX, IS_ANY_REFRESHED, MAY_BE_FETCHED } from './source-fetches.sql';

const MAX_ATTEMPTS = 3;
const NEVER_ENDS = `Fetching did not come to an end in ${MAX_ATTEMPTS} attempts.`;
/** Servers are waited for, so several at once; each page of one may be in memory. */
const AT_ONCE = 4;
/** Bytes of a page, unpacked. */
const LONGEST_PAGE = 5 * 1024 * 1024;
/** Sources whose time has come that are queued in one statement. */
const DUE_AT_ONCE = 20;

/**
 * Fetches the addresses of queued sources, and queues those whose time has come again. A page is then indexed like a file; a
 * sitemap becomes its pages, which are fetched one by one.
 */
@Injectable()
export class SourceFetching {
  readonly queue: LeasedQueue<Source, FetchClaim>;

  constructor(
    private readonly fetches: SourceFetchesRepository,
    private readonly sitemaps: SitemapsRepository,
    private readonly ends: SourceEnds,
    private readonly pages: PageFetcher,
    private readonly siteMaps: SitemapFetcher,
    private readonly quotas: SourceQuotas,
    private readonly work: UnitOfWork,
    private readonly runner: BackgroundRunner,
    queues: LeasedQueues,
  ) {
    this.queue = queues.open<Source, FetchClaim>({
      name: 'source_fetching',
      task: SOURCE_FETCHING,
      entity: Source,
      columns: ['parentId', 'type', 'url'],
      computed: {
        sizeBytes: 't.size_bytes::int',
        etag: `CASE WHEN ${HAS_GOOD_INDEX} THEN t.etag END`,
        lastModified: `CASE WHEN ${HAS_GOOD_INDEX} THEN t.last_modified END`,
      },
      leaseSeconds: 20,
      concurrency: AT_ONCE,
      maxAttempts: MAX_ATTEMPTS,
      work: (claim, signal) =>
        claim.type === 'sitemap' ? this.fetchSitemap(claim, signal) : this.fetchPage(claim, signal),
      onError: (claim, error) => this.ended(claim, error),
      onExhausted: (claim) => this.ends.fail(this.queue, claim, new SourceFailure('timeout', NEVER_ENDS)),
      beforeClaim: async () => (await this.fetches.enqueueDue(DUE_AT_ONCE)) > 0,
      isAlsoDue: IS_ANY_REFRESHED,
      // Its next sibling may be fetched then.
      wakesNext: true,
      shape: {
        waiting: `((t.status = 'queued' AND t.to_fetch) OR t.status = 'fetching')`,
        due: MAY_BE_FETCHED,
        since: 't.due_at',
        lease: 'leaseEndsAt',
        onClaim: `status = 'fetching', updated_at = now()`,
        isTakenOver: `t.status = 'fetching' AND t.is_held`,
        held: { isHeld: true, status: 'fetching' },
        states: {
          waiting: { where: `status = 'queued' AND to_fetch`, since: 'due_at' },
          working: { where: `status = 'fetching' AND lease_ends_at >= now()` },
          abandoned: { where: `status = 'fetching' AND lease_ends_at < now()`, since: 'lease_ends_at' },
        },
      },
    });
  }

  private async fetchPage(claim: FetchClaim, signal: AbortSignal): Promise<void> {
    const options = { accept: ACCEPT, longest: LONGEST_PAGE, workspaceId: claim.workspaceId, signal };
    const fetched = await this.pages.fetchPage(claim.url, claim, options);
    if (!fetched) return this.ends.with(claim, () => this.finishUnchanged(claim));
    const mediaType = readableType(fetched);
    await this.work.run(async () => {
      await this.quotas.ensureBytes(claim.workspaceId, fetched.content.length - claim.sizeBytes);
      await this.fetches.store(claim, fetched, mediaType);
    });
    this.runner.wake(SOURCE_INDEXING);
  }

  private async fetchSitemap(claim: FetchClaim, signal: AbortSignal): Promise<void> {
    const { pages: listed, failed } = await this.siteMaps.listed(claim.url, { workspaceId: claim.workspaceId, signal });
    const pages = listed.map((page) => ({ ...page, name: pageName(page.url) }));
    await this.work.run(async () => {
      await this.ensureRoom(claim, pages.length);
      await this.sitemaps.lock(claim);
      if (!(await this.sitemaps.replacePages(claim, pages, failed))) throw new ClaimLost();
      await this.sitemaps.settle(claim);
    });
  }

  /** @throws SourceFailure too_large where the plan has no room for all of the pages */
  private async ensureRoom(claim: FetchClaim, pages: number): Promise<void> {
    const room = await this.quotas.roomForSources(claim.workspaceId);
    const { total } = await this.sitemaps.countPages(claim);
    if (room === null || pages - total <= room) return;
    throw new SourceFailure(
      'too_large',
      `The sitemap lists ${pages} pages, and the plan of the workspace has room for ${room + total}.`,
    );
  }

  /** The last index is as good as ever. */
  private finishUnchanged(claim: FetchClaim): Promise<void> {
    return this.queue.finish(claim, {
      status: 'ready',
      toFetch: false,
      refreshAt: () => 'now() + make_interval(hours => refresh_hours)',
      updatedAt: () => 'now()',
    });
  }

  private async ended(claim: FetchClaim, error: unknown): Promise<boolean> {
    if (error instanceof SourceFailure) await this.ends.fail(this.queue, claim, error);
    else if ((error as Error).name === 'AbortError') await this.queue.postpone(claim, 10);
    else return false;
    return true;
  }
}
