import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Queues } from '../../common/jobs/queues';
import { takenUp } from '../../common/jobs/takeovers';
import { Turns } from '../../common/jobs/turns';
import type { InFlight } from '../../common/jobs/in-flight';
import type { Lease } from '../../common/jobs/lease';
import type { HeldSource } from '../sources/source-jobs.repository';
import { Source } from '../sources/source.entity';
import type { FileMediaType } from '../sources/source.types';
import type { Fetched, Validators } from './page-fetcher';
import { CLAIM_FETCH, ENQUEUE_DUE, STORE_FETCHED, WAITING_FETCHES } from './source-fetches.sql';

/** A source whose address this process may fetch until its lease ends. */
export interface FetchClaim extends HeldSource, Validators {
  type: 'url' | 'sitemap';
  url: string;
  /** Of what was fetched last. */
  sizeBytes: number;
  /** How often it was claimed since it was queued, this time included. */
  attempts: number;
}

/** The queue of addresses, which is the table of sources itself. */
@Injectable()
export class SourceFetchesRepository {
  private readonly turns: Turns;

  constructor(
    private readonly work: UnitOfWork,
    queues: Queues,
  ) {
    queues.register({
      queue: 'source_fetching',
      table: 'knowledge_sources',
      states: {
        waiting: { where: `status = 'queued' AND to_fetch`, since: 'due_at' },
        working: { where: `status = 'fetching' AND lease_ends_at >= now()` },
        abandoned: { where: `status = 'fetching' AND lease_ends_at < now()`, since: 'lease_ends_at' },
      },
    });
    this.turns = new Turns(work, WAITING_FETCHES);
  }

  /**
   * Of the workspace whose turn it is the source that waits longest, or whose worker died; null where there is none.
   */
  claim({ seconds }: Lease, inFlight?: InFlight): Promise<FetchClaim | null> {
    return this.turns.take(async (workspaceId) => {
      const parameters = [seconds, workspaceId];
      const [found] = await this.work.query<FetchClaim & { isTakenOver: boolean }>(CLAIM_FETCH, parameters);
      return takenUp('source_fetching', found);
    }, inFlight);
  }

  /** Hands what was fetched to whoever indexes; false where the claim is no longer this process's. */
  async store(
    { workspaceId, agentId, id, fence, url }: FetchClaim,
    fetched: Fetched,
    mediaType: FileMediaType,
  ): Promise<boolean> {
    const { content, charset, etag, lastModified } = fetched;
    const elsewhere = fetched.url === url ? null : fetched.url;
    const parameters = [workspaceId, agentId, id, fence, content, mediaType, charset, etag, lastModified, elsewhere];
    return (await this.work.query(STORE_FETCHED, parameters)).length > 0;
  }

  /** The last index is as good as ever. */
  async finishUnchanged({ workspaceId, agentId, id, fence }: HeldSource): Promise<void> {
    await this.work.manager.update(
      Source,
      { workspaceId, agentId, id, fence, status: 'fetching' },
      {
        status: 'ready',
        leaseEndsAt: null,
        toFetch: false,
        refreshAt: () => 'now() + make_interval(hours => refresh_hours)',
        updatedAt: () => 'now()',
      },
    );
  }

  /** Queues sources whose time has come, `most` at once; how many there were. */
  async enqueueDue(most: number): Promise<number> {
    return (await this.work.query(ENQUEUE_DUE, [most])).length;
  }
}
