import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { inTime } from '../../common/time/in-time';
import { logger } from '../../common/logging/logger';
import { Settings } from '../../config/load-settings';
import { EmbeddingFailure, EmbeddingsService } from '../../embeddings/embeddings.service';
import type { EmbeddingSet } from '../passage.types';
import type { AgentKey } from '../queryable';
import { EmbeddingsRepository } from './embeddings.repository';
import { VectorMemory } from './vector-memory';

/** Passages that are handed on to be read closely. */
const NEAREST = 50;
/** A server that has failed is left alone for so long: not every customer waits for it. */
const PAUSE_MS = 10_000;
/** However long it asks to be left alone. */
const LONGEST_PAUSE_MS = 300_000;
const MOST_SERVERS = 1_000;

/** Finds passages that mean nearly the same as a question, in any words. It never fails: on an error it finds none. */
@Injectable()
export class SemanticSearch {
  private readonly memory: VectorMemory;
  /** Servers that have failed lately, for each workspace by itself. */
  readonly paused = new LRUCache<string, true>({ max: MOST_SERVERS, ttl: PAUSE_MS });
  private hasPgvector: Promise<boolean> | null = null;

  constructor(
    private readonly embeddings: EmbeddingsRepository,
    private readonly servers: EmbeddingsService,
    private readonly settings: Settings,
  ) {
    this.memory = new VectorMemory(embeddings, settings.values.EMBEDDING_MEMORY_MB);
  }

  /**
   * The ids of passages, nearest first, some of which may be gone. Empty where no server makes embeddings any more, and where it
   * would take longer than a turn may wait.
   */
  async nearest(agent: AgentKey, set: EmbeddingSet, question: string): Promise<string[]> {
    try {
      return await inTime(this.search(agent, set, question), this.settings.values.EMBEDDING_TIMEOUT_MS);
    } catch (error) {
      logger.warn({ err: error }, 'passages are found by their words alone');
      return [];
    }
  }

  private async search(agent: AgentKey, set: EmbeddingSet, question: string): Promise<string[]> {
    const server = await this.servers.forWorkspace(agent.workspaceId);
    if (!server) return [];
    const key = `${agent.workspaceId} ${server.madeBy}`;
    if (this.paused.has(key)) return [];
    try {
      const [vector] = await this.servers.embed(agent, server, [question], this.settings.values.EMBEDDING_TIMEOUT_MS);
      return await this.nearestTo(agent, set, server.madeBy, vector!);
    } catch (error) {
      // A problem with one question does not stop other questions.
      if (error instanceof EmbeddingFailure && error.isOfTheServer) {
        const ttl = Math.max(PAUSE_MS, Math.min(error.waitMs ?? 0, LONGEST_PAUSE_MS));
        this.paused.set(key, true, { ttl });
      }
      throw error;
    }
  }

  private async nearestTo(agent: AgentKey, set: EmbeddingSet, madeBy: string, vector: Float32Array): Promise<string[]> {
    this.hasPgvector ??= this.embeddings.existsPgvector();
    if (await this.hasPgvector) return this.embeddings.listNearest(agent, madeBy, vector, NEAREST);
    return this.memory.nearest(agent, set, madeBy, vector, NEAREST);
  }
}
