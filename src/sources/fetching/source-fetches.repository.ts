import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { ClaimLost } from '../../common/jobs/lease';
import type { HeldSource } from '../source-jobs.repository';
import type { FileMediaType } from '../source.types';
import type { Fetched, Validators } from './page-fetcher';
import { ENQUEUE_DUE, STORE_FETCHED } from './source-fetches.sql';

/** A source whose address this process may fetch until its lease ends. */
export interface FetchClaim extends HeldSource, Validators {
  type: 'url' | 'sitemap';
  url: string;
  /** Of what was fetched last. */
  sizeBytes: number;
}

/** Reads and writes of fetching, beside the queue. */
@Injectable()
export class SourceFetchesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Passes what was fetched on to indexing. @throws ClaimLost where the claim is no longer this process's */
  async store(
    { workspaceId, agentId, id, fence, url }: FetchClaim,
    fetched: Fetched,
    mediaType: FileMediaType,
  ): Promise<void> {
    const { content, charset, etag, lastModified } = fetched;
    const elsewhere = fetched.url === url ? null : fetched.url;
    const parameters = [workspaceId, agentId, id, fence, content, mediaType, charset, etag, lastModified, elsewhere];
    if ((await this.work.query(STORE_FETCHED, parameters)).length === 0) throw new ClaimLost();
  }

  /** Queues sources whose time has come, `most` at once; how many there were. */
  async enqueueDue(most: number): Promise<number> {
    return (await this.work.query(ENQUEUE_DUE, [most])).length;
  }
}
