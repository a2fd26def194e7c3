import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { BackgroundRunner, type BackgroundTask } from '../../common/jobs/background-runner';
import { ClaimLost, Lease } from '../../common/jobs/lease';
import { InFlight } from '../../common/jobs/in-flight';
import { logger } from '../../common/logging/logger';
import { SOURCE_INDEXING } from '../sources/source-indexing';
import { SourceJobsRepository } from '../sources/source-jobs.repository';
import { SourceQuotas } from '../sources/source-quotas';
import { DOCX, type FileMediaType, PDF } from '../sources/source.types';
import { SourceFailure } from '../sources/sources.errors';
import { type Fetched, PageFetcher } from './page-fetcher';
import { pageName } from './page-address';
import { SitemapFetcher } from './sitemap-fetcher';
import { SitemapsRepository } from './sitemaps.repository';
import { SourceEnds } from './source-ends';
import { SOURCE_FETCHING } from './source-fetching.types';
import { type FetchClaim, SourceFetchesRepository } from './source-fetches.repository';

const LEASE = new Lease(20);
const MOST_ATTEMPTS = 3;
/** Servers are waited for, so several at once; each page of one may be in memory. */
const AT_ONCE = 4;
/** Bytes of a page, unpacked. */
const LONGEST_PAGE = 5 * 1024 * 1024;
/** Sources whose time has come that are queued in one statement. */
const DUE_AT_ONCE = 20;

const READABLE: Readonly<Record<string, FileMediaType>> = {
  'text/html': 'text/html',
  'application/xhtml+xml': 'text/html',
  'text/plain': 'text/plain',
  'text/markdown': 'text/markdown',
  'text/x-markdown': 'text/markdown',
  [PDF]: PDF,
  [DOCX]: DOCX,
};
const ACCEPT = `text/html, application/xhtml+xml, text/markdown;q=0.9, text/plain;q=0.8, ${PDF};q=0.7, ${DOCX};q=0.7`;

/**
 * Fetches the addresses of queued sources, and queues those whose time has come again. A page is then indexed like a file; a
 * sitemap becomes its pages, which are fetched one by one.
 */
@Injectable()
export class SourceFetching implements BackgroundTask {
  readonly name = SOURCE_FETCHING;
  readonly idleMs = 1_000;
  private readonly inFlight = new InFlight(AT_ONCE);

  constructor(
    private readonly fetches: SourceFetchesRepository,
    private readonly jobs: SourceJobsRepository,
    private readonly sitemaps: SitemapsRepository,
    private readonly ends: SourceEnds,
    private readonly pages: PageFetcher,
    private readonly siteMaps: SitemapFetcher,
    private readonly quotas: SourceQuotas,
    private readonly work: UnitOfWork,
    private readonly runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  get roomAgain(): Promise<void> | null {
    return this.inFlight.roomAgain;
  }

  async runOnce(signal: AbortSignal): Promise<boolean> {
    await this.inFlight.room();
    const due = await this.fetches.enqueueDue(DUE_AT_ONCE);
    const claim = await this.fetches.claim(LEASE, this.inFlight);
    if (claim) this.inFlight.add(this.process(claim, signal), claim.workspaceId);
    return due > 0 || claim !== null;
  }

  async settled(): Promise<void> {
    await this.inFlight.settled();
  }

  private async process(claim: FetchClaim, signal: AbortSignal): Promise<void> {
    try {
      await LEASE.whileHolding(
        () => this.jobs.renew(claim, LEASE),
        () => this.fetch(claim, signal),
      );
    } catch (error) {
      await this.failed(claim, error).catch((later: unknown) => {
        logger.error({ err: later, task: this.name }, 'background work failed');
      });
    } finally {
      // Its next sibling may be fetched now.
      this.runner.wake(SOURCE_FETCHING);
    }
  }

  private async fetch(claim: FetchClaim, signal: AbortSignal): Promise<void> {
    if (claim.attempts > MOST_ATTEMPTS) {
      throw new SourceFailure('timeout', `Fetching did not come to an end in ${MOST_ATTEMPTS} attempts.`);
    }
    if (claim.type === 'sitemap') await this.fetchSitemap(claim, signal);
    else await this.fetchPage(claim, signal);
  }

  private async fetchPage(claim: FetchClaim, signal: AbortSignal): Promise<void> {
    const fetched = await this.pages.fetch(claim.url, claim, { accept: ACCEPT, longest: LONGEST_PAGE, signal });
    if (!fetched) return this.ends.with(claim, () => this.fetches.finishUnchanged(claim));
    const mediaType = readableType(fetched);
    await this.work.run(async () => {
      await this.quotas.ensureBytes(claim.workspaceId, fetched.content.length - claim.sizeBytes);
      if (!(await this.fetches.store(claim, fetched, mediaType))) throw new ClaimLost();
    });
    this.runner.wake(SOURCE_INDEXING);
  }

  private async fetchSitemap(claim: FetchClaim, signal: AbortSignal): Promise<void> {
    const listed = await this.siteMaps.listed(claim.url, signal);
    const pages = listed.map((page) => ({ ...page, name: pageName(page.url) }));
    await this.work.run(async () => {
      await this.ensureRoom(claim, pages.length);
      await this.sitemaps.lock(claim);
      if (!(await this.sitemaps.replacePages(claim, pages))) throw new ClaimLost();
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

  private async failed(claim: FetchClaim, error: unknown): Promise<void> {
    if (error instanceof ClaimLost) return;
    if (error instanceof SourceFailure) {
      logger.info({ sourceId: claim.id, class: error.failureClass }, 'source not fetched');
      return this.ends.failed(claim, error);
    }
    if ((error as Error).name !== 'AbortError') logger.error({ err: error, task: this.name }, 'background work failed');
    await this.jobs.postpone(claim);
  }
}

/** By its name where a server takes Markdown for plain text, as most do. @throws SourceFailure unsupported_type */
function readableType({ mediaType, url }: Fetched): FileMediaType {
  const type = READABLE[mediaType === '' ? 'text/html' : mediaType];
  if (type === undefined) {
    const readable = 'HTML, Markdown, plain text, PDF or DOCX';
    throw new SourceFailure('unsupported_type', `The address gives something else than ${readable}.`);
  }
  return type === 'text/plain' && /\.(?:md|markdown)$/i.test(new URL(url).pathname) ? 'text/markdown' : type;
}
