import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { dueStates, Queues } from '../../common/jobs/queues';
import { takenUp } from '../../common/jobs/takeovers';
import { Turns } from '../../common/jobs/turns';
import type { InFlight } from '../../common/jobs/in-flight';
import type { Lease } from '../../common/jobs/lease';
import type { AgentKey } from '../retrieval/queryable';
import {
  CLAIM_JOB,
  ENQUEUE_OUTDATED,
  ENQUEUE_SOURCE,
  ENQUEUE_WORKSPACE,
  FINISH_JOB,
  POSTPONE_JOBS,
} from './embedding-jobs.sql';

export interface EmbeddedSourceKey extends AgentKey {
  readonly sourceId: string;
}

/** A source whose passages this process may embed until its lease ends. */
export interface EmbeddingClaim extends EmbeddedSourceKey {
  /** Of the source. */
  readonly name: string;
  /** How often it was claimed since it was queued, this time included. */
  readonly attempts: number;
  /** Tells this claim from an earlier or later one of the same source. */
  readonly fence: string;
}

// By hand: TypeORM has no entity for a queue that nobody is shown. $1 workspace, $2 agent, $3 source, $4 fence.
const HELD = 'workspace_id = $1 AND agent_id = $2 AND source_id = $3 AND fence = $4';
const LOCK_JOB = `SELECT 1 FROM knowledge_embedding_jobs WHERE ${HELD} FOR UPDATE`;
const RENEW_JOB = `
  UPDATE knowledge_embedding_jobs SET due_at = now() + make_interval(secs => $5) WHERE ${HELD}`;
const HOLD_BACK_JOB = `
  UPDATE knowledge_embedding_jobs SET due_at = now() + make_interval(secs => $5), is_held = false WHERE ${HELD}`;

/** The table knowledge_embedding_jobs: sources whose passages are to be embedded. */
@Injectable()
export class EmbeddingJobsRepository {
  private readonly turns: Turns;

  constructor(
    private readonly work: UnitOfWork,
    queues: Queues,
  ) {
    queues.register({ queue: 'embeddings', table: 'knowledge_embedding_jobs', states: dueStates() });
    this.turns = new Turns(work, {
      table: 'knowledge_embedding_jobs t',
      waiting: 'true',
      due: 'due_at <= now()',
      since: 'due_at',
    });
  }

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

  /** Of the workspace whose turn it is the source that waits longest; null where there is none. */
  claim({ seconds }: Lease, inFlight?: InFlight): Promise<EmbeddingClaim | null> {
    return this.turns.take(async (workspaceId) => {
      const parameters = [seconds, workspaceId];
      const [found] = await this.work.query<EmbeddingClaim & { isTakenOver: boolean }>(CLAIM_JOB, parameters);
      return takenUp('embeddings', found);
    }, inFlight);
  }

  async renew(claim: EmbeddingClaim, { seconds }: Lease): Promise<void> {
    await this.work.query(RENEW_JOB, [...held(claim), seconds]);
  }

  /** It alone. */
  async holdBack(claim: EmbeddingClaim, seconds: number): Promise<void> {
    await this.work.query(HOLD_BACK_JOB, [...held(claim), seconds]);
  }

  /** Until the transaction ends; false where the claim is no longer this process's. */
  async lock(claim: EmbeddingClaim): Promise<boolean> {
    return (await this.work.query(LOCK_JOB, held(claim))).length > 0;
  }

  /** With the others of its workspace that are due. */
  async postpone({ workspaceId, agentId, sourceId, fence }: EmbeddingClaim, seconds: number): Promise<void> {
    await this.work.query(POSTPONE_JOBS, [workspaceId, seconds, agentId, sourceId, fence]);
  }

  /** Nothing is left to do of it; where it was queued again meanwhile, it stays. */
  async finish(claim: EmbeddingClaim, madeBy: string | null): Promise<void> {
    await this.work.query(FINISH_JOB, [...held(claim), madeBy]);
  }
}

function held({ workspaceId, agentId, sourceId, fence }: EmbeddingClaim): string[] {
  return [workspaceId, agentId, sourceId, fence];
}
