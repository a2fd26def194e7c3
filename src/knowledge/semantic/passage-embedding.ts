import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { OwnFailure } from '../../common/errors/own-failure';
import { BackgroundRunner, type BackgroundTask } from '../../common/jobs/background-runner';
import { ClaimLost, Lease } from '../../common/jobs/lease';
import { UnderWay } from '../../common/jobs/under-way';
import { logger } from '../../common/logging/logger';
import { Settings } from '../../config/load-settings';
import { EmbeddingsService } from '../../embeddings/embeddings.service';
import type { Embedder } from '../../embeddings/embeddings.types';
import { type EmbeddedKnowledge, EmbeddedKnowledgePort } from '../../model-settings/embedded-knowledge.port';
import { type EmbeddedSourceKey, type EmbeddingClaim, EmbeddingJobsRepository } from './embedding-jobs.repository';
import { EmbeddingsRepository, type PassageToEmbed } from './embeddings.repository';

const PASSAGE_EMBEDDING = 'passage-embedding';

const LEASE = new Lease(60);
/** Servers are waited for, so several sources at once: that of one workspace may be slow. */
const AT_ONCE = 3;
/** Passages in one request. */
const BATCH = 32;
/** Seconds until a server that has failed is asked again, doubled with each failure. */
const PAUSE = { first: 10, longest: 3_600 };

/**
 * Has embeddings made for the passages of indexed sources, where somebody makes them. Apart from indexing, so that a source serves
 * by its words whatever becomes of this: a server that fails or hangs is asked again later, and nobody waits for it.
 */
@Injectable()
export class PassageEmbedding implements BackgroundTask, EmbeddedKnowledge {
  readonly name = PASSAGE_EMBEDDING;
  readonly idleMs = 2_000;
  private readonly underWay = new UnderWay(AT_ONCE);
  private isCompared = false;

  constructor(
    private readonly jobs: EmbeddingJobsRepository,
    private readonly embeddings: EmbeddingsRepository,
    private readonly servers: EmbeddingsService,
    private readonly work: UnitOfWork,
    private readonly settings: Settings,
    private readonly runner: BackgroundRunner,
    port: EmbeddedKnowledgePort,
  ) {
    runner.register(this);
    port.provide(this);
  }

  /** The passages of a source that is indexed anew, in the same transaction. */
  async enqueue(source: EmbeddedSourceKey): Promise<void> {
    if (await this.isEmbedded(source.workspaceId)) await this.jobs.enqueue(source);
  }

  async changed(workspaceId: string): Promise<void> {
    await this.jobs.enqueueWorkspace(workspaceId);
    this.runner.wake(PASSAGE_EMBEDDING);
  }

  async runOnce(): Promise<boolean> {
    // Once in a process: the model of the installation is a setting.
    if (!this.isCompared) await this.compare();
    await this.underWay.room();
    const claim = await this.jobs.claim(LEASE);
    if (claim) this.underWay.add(this.process(claim));
    return claim !== null;
  }

  async settled(): Promise<void> {
    await this.underWay.settled();
  }

  private async compare(): Promise<void> {
    const except = await this.servers.listWithOwn();
    await this.jobs.enqueueOutdated(this.servers.ofInstallation?.madeBy ?? null, except);
    this.isCompared = true;
  }

  private async isEmbedded(workspaceId: string): Promise<boolean> {
    try {
      return (await this.servers.forWorkspace(workspaceId)) !== null;
    } catch (error) {
      if (error instanceof OwnFailure) return true;
      throw error;
    }
  }

  private async process(claim: EmbeddingClaim): Promise<void> {
    try {
      await LEASE.whileHolding(
        () => this.jobs.renew(claim, LEASE),
        () => this.embed(claim),
      );
    } catch (error) {
      await this.failed(claim, error).catch((later: unknown) => {
        logger.error({ err: later, task: this.name }, 'background work failed');
      });
    } finally {
      this.runner.wake(PASSAGE_EMBEDDING);
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
    const vectors = await server.embed(texts, this.settings.values.EMBEDDING_INDEXING_TIMEOUT_MS);
    await this.work.run(async () => {
      // Queued anew: by another model, or after the passages have changed.
      if (!(await this.jobs.lock(claim))) throw new ClaimLost();
      await this.embeddings.upsert(claim, server.madeBy, passages, vectors);
    });
  }

  private async failed(claim: EmbeddingClaim, error: unknown): Promise<void> {
    if (error instanceof ClaimLost) return;
    const seconds = Math.min(PAUSE.first * 2 ** (claim.attempts - 1), PAUSE.longest);
    logger.warn({ err: error, sourceId: claim.sourceId, seconds }, 'passages have no embeddings yet');
    await this.jobs.postpone(claim, seconds);
  }
}
