import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Claimed } from '../../common/jobs/leased-queue.types';
import type { AgentKey } from '../queryable';
import { ENQUEUE_OUTDATED, ENQUEUE_SOURCE, ENQUEUE_WORKSPACE, FINISH_JOB, POSTPONE_JOBS } from './embedding-jobs.sql';

export interface EmbeddedSourceKey extends AgentKey {
  readonly sourceId: string;
}

/** A source whose passages this process may embed until its lease ends. */
export interface EmbeddingClaim extends EmbeddedSourceKey, Claimed {
  /** Of the source. */
  readonly name: string;
}

/** The table knowledge_embedding_jobs, beside its claims. */
@Injectable()
export class EmbeddingJobsRepository {
  constructor(private readonly work: UnitOfWork) {}

  async enqueue({ workspaceId, agentId, sourceId }: EmbeddedSourceKey): Promise<void> {
    await this.work.query(ENQUEUE_SOURCE, [workspaceId, agentId, sourceId]);
  }

  async enqueueWorkspace(workspaceId: string): Promise<void> {
    await this.work.query(ENQUEUE_WORKSPACE, [workspaceId]);
  }

  /** Sources of all workspaces but these whose embeddings are not by this model; null: those that have any. */
  async enqueueOutdated(madeBy: string | null, except: readonly string[]): Promise<void> {
    await this.work.query(ENQUEUE_OUTDATED, [madeBy, except]);
  }

  /** With the others of its workspace that are due. */
  async postpone({ workspaceId, agentId, sourceId, fence }: EmbeddingClaim, seconds: number): Promise<void> {
    await this.work.query(POSTPONE_JOBS, [workspaceId, seconds, agentId, sourceId, fence]);
  }

  /** Nothing is left to do of it; where it was queued again meanwhile, it stays. */
  async finish({ workspaceId, agentId, sourceId, fence }: EmbeddingClaim, madeBy: string | null): Promise<void> {
    await this.work.query(FINISH_JOB, [workspaceId, agentId, sourceId, fence, madeBy]);
  }
}
