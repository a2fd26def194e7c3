import { Injectable } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Lease } from '../../common/jobs/lease';
import type { Language } from '../language/language';
import { StoredContent } from './stored-content.entity';
import type { SourceFailure } from './sources.errors';
import { CLAIM_SOURCE, FIND_REMOVED_SOURCE, FINISH_SOURCE } from './source-jobs.sql';
import { Source } from './source.entity';
import type { SourceKey, SourceType } from './source.types';

/** A source that this process may index until its lease ends. */
export interface SourceClaim extends SourceKey {
  type: SourceType;
  name: string;
  mediaType: string | null;
  languageWanted: Language | null;
  /** Of the index that serves; the next one is one more. */
  indexGeneration: number;
  /** How often it was claimed since it was queued, this time included. */
  attempts: number;
  /** Tells this claim from an earlier or later one of the same source. */
  fence: string;
}

/** The queue of sources, which is the table of sources itself. */
@Injectable()
export class SourceJobsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** The source that waits longest, or whose worker died; null where there is none. */
  async claim({ seconds }: Lease): Promise<SourceClaim | null> {
    const [claim] = await this.work.query<SourceClaim>(CLAIM_SOURCE, [seconds]);
    return claim ?? null;
  }

  /** Goes on holding a claim; does nothing where it is no longer this process's. */
  async renew(claim: SourceClaim, { interval }: Lease): Promise<void> {
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
    { text, language, chunkCount }: { text: string; language: Language; chunkCount: number },
  ): Promise<boolean> {
    const parameters = [workspaceId, agentId, id, fence, indexGeneration + 1, language, chunkCount, text];
    return (await this.work.query(FINISH_SOURCE, parameters)).length > 0;
  }

  /** The last good index stays as it is and serves on. */
  async finishFailed(claim: SourceClaim, { failureClass, message: failureMessage }: SourceFailure): Promise<void> {
    await this.update(claim, {
      status: 'failed',
      leaseEndsAt: null,
      failureClass,
      failureMessage,
      failureAt: () => 'now()',
      updatedAt: () => 'now()',
    });
  }

  /** After a failure that is not the source's fault: another attempt in a little while. */
  async postpone(claim: SourceClaim): Promise<void> {
    await this.update(claim, { leaseEndsAt: () => `now() + interval '10 seconds'` });
  }

  /** A removed source whose index is still there. Not locked: clearing it twice does no harm. */
  async findRemoved(): Promise<SourceKey | null> {
    const [source] = await this.work.query<SourceKey>(FIND_REMOVED_SOURCE);
    return source ?? null;
  }

  async deleteRemoved({ workspaceId, agentId, id }: SourceKey): Promise<void> {
    await this.work.manager.delete(Source, { workspaceId, agentId, id, status: 'deleting' });
  }

  /** Where the claim still holds. */
  private async update(
    { workspaceId, agentId, id, fence }: SourceClaim,
    change: QueryDeepPartialEntity<Source>,
  ): Promise<void> {
    await this.work.manager.update(Source, { workspaceId, agentId, id, fence, status: 'processing' }, change);
  }
}
