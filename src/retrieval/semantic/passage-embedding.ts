import { Injectable } from '@nestjs/common';
import { EmbeddingModelChanged } from '../../model-settings/model-settings-events';
import { OnEvents } from '../../common/events/on-events.decorator';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { OwnFailure } from '../../common/errors/own-failure';
import { BackgroundRunner } from '../../common/jobs/background-runner';
import type { LeasedQueue } from '../../common/jobs/leased-queue';
import { LeasedQueues } from '../../common/jobs/leased-queues';
import { logger } from '../../common/logging/logger';
import { Settings } from '../../config/load-settings';
import { EmbeddingFailure, EmbeddingsService } from '../../embeddings/embeddings.service';
import type { Embedder } from '../../embeddings/embeddings.types';
import { EmbeddingJob } from './embedding-job.entity';
import { type EmbeddedSourceKey, type EmbeddingClaim, EmbeddingJobsRepository } from './embedding-jobs.repository';
import { EmbeddingsRepository, type PassageToEmbed } from './embeddings.repository';

const NAME = `(
  SELECT name FROM knowledge_sources s WHERE s.workspace_id = t.workspace_id AND s.agent_id = t.agent_id AND s.id = t.source_id
)`;
/** Servers are waited for, so several sources at once: that of one workspace may be slow. */
const AT_ONCE = 3;
/** Passages in one request. */
const BATCH = 32;
/** Seconds until a server that has failed gets the next request, doubled with each failure. */
const PAUSE = { first: 10, longest: 3_600 };
/** From this attempt on, the passage may be the reason: some servers fail where they should refuse. */
const DOUBTED_ATTEMPT = 3;

/**
 * Has a server make embeddings for the passages of indexed sources, where one is set. Apart from indexing, so that a source serves
 * by its words in any case: a request that fails or hangs is repeated later, and nothing waits for it.
 */
@Injectable()
export class PassageEmbedding {
  readonly queue: LeasedQueue<EmbeddingJob, EmbeddingClaim>;
  private isCompared = false;

  constructor(
    private readonly jobs: EmbeddingJobsRepository,
    private readonly embeddings: EmbeddingsRepository,
    private readonly servers: EmbeddingsService,
    private readonly work: UnitOfWork,
    private readonly settings: Settings,
    runner: BackgroundRunner,
    queues: LeasedQueues,
  ) {
    runner.register({ name: 'embedding-comparison', idleMs: 2_000, runOnce: () => this.compare() });
    this.queue = queues.open<EmbeddingJob, EmbeddingClaim>({
      name: 'embeddings',
      task: 'passage-embedding',
      entity: EmbeddingJob,
      computed: { name: NAME },
      leaseSeconds: 60,
      concurrency: AT_ONCE,
      work: (claim) => this.embed(claim),
      onError: (claim, error) => this.putOff(claim, error),
      wakesNext: true,
    });
  }

  /** The passages of a source that is indexed anew, in the same transaction. */
  async enqueue(source: EmbeddedSourceKey): Promise<void> {
    if (await this.isEmbedded(source.workspaceId)) await this.jobs.enqueue(source);
  }

  @OnEvents([EmbeddingModelChanged], { locks: 'rows' })
  async embedAnew(events: readonly EmbeddingModelChanged[]): Promise<void> {
    for (const { data } of events) await this.jobs.enqueueWorkspace(data.workspaceId);
    this.queue.wake();
  }

  /** Once in a process: the model of the installation is a setting. */
  private async compare(): Promise<boolean> {
    if (this.isCompared) return false;
    const except = await this.servers.listWithOwn();
    await this.jobs.enqueueOutdated(this.servers.ofInstallation?.madeBy ?? null, except);
    this.isCompared = true;
    return true;
  }

  private async isEmbedded(workspaceId: string): Promise<boolean> {
    try {
      return (await this.servers.forWorkspace(workspaceId)) !== null;
    } catch (error) {
      if (error instanceof OwnFailure) return true;
      throw error;
    }
  }

  private async embed(claim: EmbeddingClaim): Promise<void> {
    const server = await this.servers.forWorkspace(claim.workspaceId);
    if (!server) {
      await this.embeddings.deleteOfSource(claim);
      return this.jobs.finish(claim, null);
    }
    for (;;) {
      const passages = await this.embeddings.listUnembedded(claim, server.madeBy, BATCH);
      if (passages.length === 0) return this.jobs.finish(claim, server.madeBy);
      await this.embedBatch(claim, server, passages);
    }
  }

  private async embedBatch(
    claim: EmbeddingClaim,
    server: Embedder,
    passages: readonly PassageToEmbed[],
  ): Promise<void> {
    const texts = passages.map(({ heading, body }) => `${claim.name}\n${heading}\n${body}`);
    const milliseconds = this.settings.values.EMBEDDING_INDEXING_TIMEOUT_MS;
    let vectors: readonly (Float32Array | null)[];
    try {
      vectors = await this.servers.embed(claim, server, texts, milliseconds);
    } catch (error) {
      if (!mayBeOfPassage(error, claim)) throw error;
      // A server that takes nothing is asked again later; one that takes other texts refuses some of these.
      await this.servers.test(server, milliseconds);
      logger.warn({ err: error, sourceId: claim.sourceId, passages: passages.length }, 'passages are refused');
      if (passages.length > 1) return this.embedHalves(claim, server, passages);
      vectors = [null];
    }
    await this.work.run(async () => {
      // Queued anew: by another model, or after the passages have changed.
      await this.queue.ensureHeld(claim);
      await this.embeddings.upsert(claim, server.madeBy, passages, vectors);
    });
  }

  private async embedHalves(
    claim: EmbeddingClaim,
    server: Embedder,
    passages: readonly PassageToEmbed[],
  ): Promise<void> {
    const middle = Math.ceil(passages.length / 2);
    for (const half of [passages.slice(0, middle), passages.slice(middle)]) await this.embedBatch(claim, server, half);
  }

  private async putOff(claim: EmbeddingClaim, error: unknown): Promise<true> {
    const failure = error instanceof EmbeddingFailure ? error : null;
    const wanted = Math.ceil((failure?.waitMs ?? 0) / 1_000);
    const seconds = Math.min(Math.max(PAUSE.first * 2 ** (claim.attempts - 1), wanted), PAUSE.longest);
    logger.warn({ err: error, sourceId: claim.sourceId, seconds }, 'passages have no embeddings yet');
    // Other agents have budgets of their own.
    if (failure?.reason === 'budget_spent') await this.queue.postpone(claim, seconds);
    else await this.jobs.postpone(claim, seconds);
    return true;
  }
}

/** Whether another passage may fare better. */
function mayBeOfPassage(error: unknown, { attempts }: EmbeddingClaim): boolean {
  if (!(error instanceof EmbeddingFailure)) return false;
  if (error.reason === 'refused') return true;
  return attempts >= DOUBTED_ATTEMPT && (error.reason === 'failed' || error.reason === 'unreadable');
}
