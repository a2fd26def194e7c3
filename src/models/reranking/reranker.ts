import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Compute } from '../../common/compute/compute';
import { logger } from '../../common/logging/logger';
import { CannotStart, quoted } from '../../config/cannot-start';
import { Settings } from '../../config/load-settings';
import type { RankedPassage } from '../../retrieval/passage.types';
import { blocksOf, byRelevance, textOf, withBlockRelevance } from './ranked-by-relevance';
import { RERANKING } from './reranking.script';

/** To read a model of some hundred megabytes from a slow disk. */
const LOADING_MS = 60_000;
/** Between attempts to load the model again. */
const PAUSE_MS = 30_000;
/** Questions that may wait for the process. Each would wait for those before it. */
const MOST_WAITING = 4;

/** The model in RERANKER_PATH cannot be used. */
class RerankerUnusable extends CannotStart {
  constructor(folder: string, reason: string) {
    super(`RERANKER_PATH names ${folder}, whose model cannot be used: ${reason}`);
  }
}

/**
 * Ranks passages, and their blocks, for the built-in model by a cross-encoder that the operator names in RERANKER_PATH. Without one, or
 * where it takes too long, the passages stay as they are.
 */
@Injectable()
export class Reranker implements OnApplicationBootstrap {
  private isReady = false;
  private loading: Promise<void> | null = null;
  private notBefore = 0;
  private waiting = 0;

  constructor(
    private readonly compute: Compute,
    private readonly settings: Settings,
  ) {}

  /** @throws RerankerUnusable */
  async onApplicationBootstrap(): Promise<void> {
    const { RERANKER_PATH: folder } = this.settings.values;
    if (folder === null) return;
    try {
      await this.load(folder);
      this.isReady = true;
    } catch (error) {
      throw new RerankerUnusable(folder, quoted((error as Error).message));
    }
  }

  async rank(question: string, passages: readonly RankedPassage[]): Promise<readonly RankedPassage[]> {
    const { RERANKER_PATH: folder } = this.settings.values;
    if (folder === null || passages.length === 0 || this.waiting >= MOST_WAITING) return passages;
    if (!this.isReady) {
      this.loadAgain(folder);
      return passages;
    }
    this.waiting += 1;
    try {
      return await this.ranked(folder, question, passages);
    } catch (error) {
      this.isReady = false;
      logger.warn({ err: error }, 'the reranker failed; passages stay in the order of their words');
      return passages;
    } finally {
      this.waiting -= 1;
    }
  }

  private ranked(
    folder: string,
    question: string,
    passages: readonly RankedPassage[],
  ): Promise<readonly RankedPassage[]> {
    const { RERANKER_TIMEOUT_MS: milliseconds } = this.settings.values;
    const overdueAt = performance.now() + milliseconds;
    return this.compute.session(
      RERANKING,
      async (task) => {
        // The question has waited for others.
        if (performance.now() > overdueAt) return passages;
        // The process has been replaced.
        if (!(await task.isLoaded(folder))) {
          this.isReady = false;
          return passages;
        }
        const best = byRelevance(passages, await task.scores(question, passages.map(textOf)));
        const blocks = blocksOf(best);
        if (blocks.length === 0) return best;
        const relevances = await task.scores(
          question,
          blocks.map(({ text }) => text),
        );
        return withBlockRelevance(best, blocks, relevances);
      },
      { kind: 'answers', milliseconds },
    );
  }

  private loadAgain(folder: string): void {
    if (this.loading || performance.now() < this.notBefore) return;
    this.notBefore = performance.now() + PAUSE_MS;
    this.loading = this.load(folder)
      .then(() => {
        this.isReady = true;
      })
      .catch((error: unknown) => logger.warn({ err: error }, 'the reranker cannot be loaded'))
      .finally(() => {
        this.loading = null;
      });
  }

  /** With a first ranking, which shows whether tokenizer and model go together. */
  private load(folder: string): Promise<void> {
    const ready = async (task: {
      load(folder: string): Promise<void>;
      scores(question: string, texts: string[]): Promise<number[]>;
    }): Promise<void> => {
      await task.load(folder);
      await task.scores('Where?', ['Here.']);
    };
    return this.compute.session(RERANKING, ready, { kind: 'answers', milliseconds: LOADING_MS });
  }
}
