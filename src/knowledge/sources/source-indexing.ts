import { Injectable } from '@nestjs/common';
import { Compute } from '../../common/compute/compute';
import { ComputeBoundExceeded } from '../../common/compute/compute.errors';
import type { Remote } from '../../common/compute/compute.types';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { BackgroundRunner, type BackgroundTask } from '../../common/jobs/background-runner';
import { ClaimLost, Lease } from '../../common/jobs/lease';
import { InFlight } from '../../common/jobs/in-flight';
import { logger } from '../../common/logging/logger';
import { KnowledgeDatabase } from '../knowledge-database';
import { detectLanguage, type Language } from '../language/language';
import type { AgentKey } from '../retrieval/queryable';
import {
  forgetUnusedLexemes,
  handedOver,
  type IndexToWrite,
  removeSourceIndex,
  replaceSourceIndex,
  stem,
} from '../retrieval/index-source';
import { SourceFailure } from './sources.errors';
import { SourceFilesRepository } from '../files/source-files.repository';
import { SourceEnds } from '../fetching/source-ends';
import { SitemapsRepository } from '../fetching/sitemaps.repository';
import { PassageEmbedding } from '../semantic/passage-embedding';
import { type SourceClaim, SourceJobsRepository } from './source-jobs.repository';
import { SourceQuotas } from './source-quotas';
import { SOURCE_READING, type SourceReading } from './source-reading.script';
import type { SourceKey } from './source.types';

export const SOURCE_INDEXING = 'source-indexing';

const LEASE = new Lease(20);
/** A source whose workers keep dying is given up, rather than taking every worker with it. */
const MAX_ATTEMPTS = 3;
/**
 * While one is written the next is read. Sources of one agent are written one after the other, and each that waits for that holds
 * a connection.
 */
const AT_ONCE = 3;

/** A source that was read. */
interface SourceToWrite {
  text: string;
  name: string;
  language: Language;
  canonicalUrl: string | null;
  index: IndexToWrite;
}

/**
 * Indexes queued sources and clears removed ones; where there are none, indexes again what an earlier reader has read. Everything that one indexing writes is one transaction, which commits
 * only while the claim is still good: a removed source, or one that another worker took over, leaves nothing behind.
 */
@Injectable()
export class SourceIndexing implements BackgroundTask {
  readonly name = SOURCE_INDEXING;
  readonly idleMs = 500;
  private readonly inFlight = new InFlight(AT_ONCE);

  constructor(
    private readonly jobs: SourceJobsRepository,
    private readonly database: KnowledgeDatabase,
    private readonly work: UnitOfWork,
    private readonly compute: Compute,
    private readonly files: SourceFilesRepository,
    private readonly quotas: SourceQuotas,
    private readonly ends: SourceEnds,
    private readonly sitemaps: SitemapsRepository,
    private readonly embedding: PassageEmbedding,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  get roomAgain(): Promise<void> | null {
    return this.inFlight.roomAgain;
  }

  /** Begins to index one source, and returns before it is indexed. One that was removed holds up none that waits. */
  async runOnce(signal?: AbortSignal): Promise<boolean> {
    await this.inFlight.room();
    if (signal?.aborted) return false;
    const removed = await this.jobs.findRemoved();
    if (removed) await this.clear(removed);
    const claim = (await this.jobs.claim(LEASE, this.inFlight)) ?? (await this.outdated());
    if (claim) this.inFlight.add(this.begun(claim), claim.workspaceId);
    return removed !== null || claim !== null;
  }

  async settled(): Promise<void> {
    await this.inFlight.settled();
  }

  /** One at a time, and after it whatever has come meanwhile. */
  private async outdated(): Promise<SourceClaim | null> {
    return this.inFlight.having.length > 0 ? null : this.jobs.claimOutdated(LEASE);
  }

  private async begun(claim: SourceClaim): Promise<void> {
    await this.process(claim).catch((error: unknown) => {
      logger.error({ err: error, task: this.name }, 'background work failed');
    });
  }

  /** Indexes a claimed source, or notes why that is not possible. */
  async process(claim: SourceClaim): Promise<void> {
    try {
      if (claim.attempts > MAX_ATTEMPTS) {
        throw new SourceFailure('timeout', `Indexing did not come to an end in ${MAX_ATTEMPTS} attempts.`);
      }
      await LEASE.whileHolding(
        () => this.jobs.renew(claim, LEASE),
        () => this.index(claim),
      );
    } catch (error) {
      if (error instanceof ClaimLost) return;
      if (!(error instanceof SourceFailure)) {
        await this.jobs.postpone(claim);
        throw error;
      }
      logger.info({ sourceId: claim.id, class: error.failureClass }, 'source not indexed');
      await this.ends.failed(claim, error);
    }
  }

  private async index(claim: SourceClaim): Promise<void> {
    try {
      const session = { workspaceId: claim.workspaceId };
      const read = await this.compute.session(SOURCE_READING, (reading) => this.read(reading, claim), session);
      if (read) await this.write(claim, read);
    } catch (error) {
      throw error instanceof ComputeBoundExceeded ? failureAtBound(error) : error;
    }
  }

  /** Writes what is long as it is read, and gives what is short: while that is written another source can be read. */
  private async read(reading: Remote<SourceReading>, claim: SourceClaim): Promise<SourceToWrite | null> {
    for await (const piece of this.contentOf(claim)) await reading.take(piece);
    const { type, mediaType, charset, parentId } = claim;
    const url = claim.fetchedUrl ?? claim.url;
    const isNamedByPage = parentId !== null;
    const read = await reading.read({ name: claim.name, isNamedByPage, type, mediaType, charset, url });
    if ('failure' in read) throw new SourceFailure(read.failure.failureClass, read.failure.message);
    const language = claim.languageWanted ?? (await detectLanguage(this.database, read.sample));
    await stem(this.database, language, reading);
    const canonicalUrl = read.canonicalUrl ?? claim.fetchedUrl;
    const source = { text: read.text, name: read.name, language, canonicalUrl };
    const whole = await reading.whole();
    if (whole) return { ...source, index: handedOver(whole) };
    await this.write(claim, { ...source, index: reading });
    return null;
  }

  private async write(claim: SourceClaim, { text, name, language, canonicalUrl, index }: SourceToWrite): Promise<void> {
    const { workspaceId, agentId, id: sourceId } = claim;
    await this.work.run(async () => {
      const source = { workspaceId, agentId, sourceId, generation: claim.indexGeneration + 1, name, language };
      const isAnotherPage = canonicalUrl !== null && (await this.sitemaps.existsSibling(claim, canonicalUrl));
      const chunkCount = isAnotherPage
        ? await this.forgotten(source)
        : await replaceSourceIndex(this.database, source, index);
      await this.quotas.ensureVocabulary({ workspaceId, agentId });
      await this.embedding.enqueue(source);
      // Last, so that removing a source never waits for its indexing.
      await this.ends.with(claim, async () => {
        const indexed = { text: isAnotherPage ? '' : text, language, chunkCount, name, canonicalUrl };
        if (!(await this.jobs.finish(claim, indexed))) throw new ClaimLost();
      });
    });
  }

  /** In one piece what came in the body of a request or from a server, a file as it was uploaded. */
  private async *contentOf(source: SourceKey): AsyncGenerator<Buffer> {
    const content = await this.jobs.findContent(source);
    if (content && content.length > 0) yield content;
    else yield* this.files.pieces(source);
  }

  /** A sitemap that lists a page by two addresses is answered from by one of them. */
  private async forgotten(source: AgentKey & { sourceId: string }): Promise<number> {
    await removeSourceIndex(this.database, source);
    return 0;
  }

  private async clear(source: SourceKey): Promise<void> {
    try {
      await this.work.run(async () => {
        await removeSourceIndex(this.database, { ...source, sourceId: source.id });
        await forgetUnusedLexemes(this.database, source);
        await this.files.deletePieces(source);
        await this.jobs.deleteRemoved(source);
      });
    } catch (error) {
      await this.jobs.postponeRemoved(source);
      throw error;
    }
  }
}

/** What the owner can do about it. */
function failureAtBound({ bound }: ComputeBoundExceeded): SourceFailure {
  return bound === 'time'
    ? new SourceFailure(
        'parse_error',
        'Reading the source took too long. Simplify it, or split it into smaller sources.',
      )
    : new SourceFailure('too_large', 'Reading the source took too much memory. Split it into smaller sources.');
}
