import { Injectable } from '@nestjs/common';
import { required } from '../../common/errors/required';
import { IsNull, Not } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId } from '../../common/database/uuid';
import { Source } from '../source.entity';
import type { HeldSource } from '../source-jobs.repository';
import type { PageCounts, SourceKey } from '../source.types';
import type { ListedSite, PageToFetch } from './sitemap-fetcher';
import {
  BEGIN_PAGES,
  COUNT_PAGES,
  INSERT_PAGES,
  NAME_FILES,
  REFRESH_PAGES,
  REMOVE_PAGES,
  SETTLE_SITEMAP,
  SUM_PAGES,
} from './sitemaps.sql';

const SIBLING = { workspaceId: true, agentId: true, id: true, status: true, canonicalUrl: true } as const;

/** A source whose work has ended, as its event shows it. */
export type EndedSource = Pick<Source, 'type' | 'chunkCount' | 'failureClass'>;

/** Sitemaps and their pages, which are sources themselves. */
@Injectable()
export class SitemapsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Makes others that work on a page of it wait until the transaction ends. */
  async lock({ workspaceId, agentId, id }: SourceKey): Promise<void> {
    await this.work.manager.findOne(Source, {
      select: { workspaceId: true, agentId: true, id: true },
      where: { workspaceId, agentId, id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Ends the work on a sitemap where that on its pages has ended, and has its figures fit them. Under its lock. Null: it has not ended. */
  async settle({ workspaceId, agentId, id }: SourceKey): Promise<EndedSource | null> {
    const sitemap = [workspaceId, agentId, id];
    await this.work.query(SUM_PAGES, sitemap);
    const [settled] = await this.work.query<EndedSource>(SETTLE_SITEMAP, sitemap);
    return settled ?? null;
  }

  /** A source whose work has ended. */
  async requireEnded({ workspaceId, agentId, id }: SourceKey): Promise<EndedSource> {
    const select = { type: true, chunkCount: true, failureClass: true } as const;
    return required(await this.work.manager.findOne(Source, { select, where: { workspaceId, agentId, id } }));
  }

  /** Puts what the sitemap lists now in place of what it listed; false where the claim is no longer this process's. */
  async replacePages(
    { workspaceId, agentId, id, fence }: HeldSource,
    pages: readonly (PageToFetch & { name: string })[],
    failed: ListedSite['failed'],
  ): Promise<boolean> {
    const sitemap = [workspaceId, agentId, id];
    const shown = JSON.stringify(failed.map(({ part: _part, ...one }) => one));
    if ((await this.work.query(BEGIN_PAGES, [...sitemap, fence, shown])).length === 0) return false;
    const urls = pages.map(({ url }) => url);
    const changes = pages.map(({ changed }) => changed ?? '');
    const parts = pages.map(({ part }) => part ?? '');
    await this.work.query(REMOVE_PAGES, [...sitemap, urls, failed.map(({ part }) => part)]);
    await this.work.query(REFRESH_PAGES, [...sitemap, urls, changes]);
    await this.work.query(NAME_FILES, [...sitemap, urls, parts]);
    const [ids, names] = [pages.map(newId), pages.map(({ name }) => name)];
    await this.work.query(INSERT_PAGES, [...sitemap, ids, urls, names, changes, parts]);
    return true;
  }

  /** Pages that the file of the sitemap lists itself are those of its earlier address from now on. */
  async namePagesOf({ workspaceId, agentId, id }: SourceKey, earlierUrl: string): Promise<void> {
    const pages = { workspaceId, agentId, parentId: id, listedIn: IsNull(), status: Not('deleting' as const) };
    await this.work.manager.update(Source, pages, { listedIn: earlierUrl });
  }

  /** Whether the sitemap has a good page, other than this one, at that address. */
  async existsSibling({ workspaceId, agentId, id, parentId }: HeldSource, url: string): Promise<boolean> {
    if (parentId === null) return false;
    const page = { workspaceId, agentId, parentId, url, id: Not(id), status: Not('deleting' as const) };
    const sibling = await this.work.manager.findOne(Source, { select: SIBLING, where: page });
    if (sibling === null || sibling.status === 'failed') return false;
    // Of two pages that each name the other, one stays.
    return sibling.canonicalUrl === null || sibling.canonicalUrl === url;
  }

  async countPages({ workspaceId, agentId, id }: SourceKey): Promise<PageCounts> {
    const [counts] = await this.work.query<PageCounts>(COUNT_PAGES, [workspaceId, agentId, id]);
    return counts ?? { total: 0, ready: 0, failed: 0 };
  }
}
