import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { BackgroundRunner, type BackgroundTask } from '../../common/jobs/background-runner';
import { logger } from '../../common/logging/logger';
import { chunkDocument } from '../chunking/chunk-document';
import { KnowledgeDatabase } from '../knowledge-database';
import { forgetUnusedLexemes, removeSourceIndex, replaceSourceIndex } from '../retrieval/index-source';
import { detectLanguage } from '../retrieval/language';
import { readSource } from './read-source';
import { restoredContent } from './source-content';
import { SourceFailure } from './source-failure';
import { RENEW_MS, type SourceClaim, SourceJobsRepository } from './source-jobs.repository';
import type { SourceKey } from './source.types';

export const SOURCE_INDEXING = 'source-indexing';

/** A source whose workers keep dying is given up, rather than taking every worker with it. */
const MAX_ATTEMPTS = 3;

/**
 * Indexes queued sources and clears removed ones. Everything that one indexing writes is one transaction, which commits
 * only while the claim is still good: a removed source, or one that another worker took over, leaves nothing behind.
 */
@Injectable()
export class SourceIndexing implements BackgroundTask {
  readonly name = SOURCE_INDEXING;
  readonly idleMs = 500;

  constructor(
    private readonly jobs: SourceJobsRepository,
    private readonly database: KnowledgeDatabase,
    private readonly work: UnitOfWork,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  async runOnce(): Promise<boolean> {
    const removed = await this.jobs.nextRemoved();
    if (removed) {
      await this.clear(removed);
      return true;
    }
    const claim = await this.jobs.claim();
    if (claim) await this.process(claim);
    return claim !== null;
  }

  /** Indexes a claimed source, or notes why that is not possible. */
  async process(claim: SourceClaim): Promise<void> {
    const heartbeat = setInterval(() => void this.jobs.renew(claim).catch(ignore), RENEW_MS);
    try {
      if (claim.attempts > MAX_ATTEMPTS) {
        throw new SourceFailure('timeout', `Indexing did not come to an end in ${MAX_ATTEMPTS} attempts.`);
      }
      await this.index(claim);
    } catch (error) {
      if (error instanceof ClaimLost) return;
      if (!(error instanceof SourceFailure)) {
        await this.jobs.postpone(claim);
        throw error;
      }
      logger.info({ sourceId: claim.id, class: error.failureClass }, 'source not indexed');
      await this.jobs.fail(claim, error);
    } finally {
      clearInterval(heartbeat);
    }
  }

  private async index(claim: SourceClaim): Promise<void> {
    const bytes = await this.jobs.content(claim);
    if (!bytes) return;
    const document = readSource(restoredContent(claim.type, claim.mediaType, bytes));
    const chunks = chunkDocument(document);
    if (chunks.length === 0) throw new SourceFailure('empty', 'The source has no text.');
    const language = claim.languageWanted ?? (await detectLanguage(this.database, document.text));
    await this.work.run(async () => {
      const { workspaceId, agentId, id: sourceId, name } = claim;
      const generation = claim.indexGeneration + 1;
      await replaceSourceIndex(this.database, { workspaceId, agentId, sourceId, generation, name, language }, chunks);
      // Last, so that removing a source never waits for its indexing.
      const { text } = document;
      if (!(await this.jobs.finish(claim, { text, language, chunkCount: chunks.length }))) throw new ClaimLost();
    });
  }

  private async clear(source: SourceKey): Promise<void> {
    await this.work.run(async () => {
      await removeSourceIndex(this.database, { ...source, sourceId: source.id });
      await forgetUnusedLexemes(this.database, source);
      await this.jobs.deleteRemoved(source);
    });
  }
}

/** A renewal that fails is followed by another; if none succeeds, the lease ends as it should. */
function ignore(): void {}

/** The source was removed, or another worker has it: undoes the transaction. */
class ClaimLost extends Error {}
