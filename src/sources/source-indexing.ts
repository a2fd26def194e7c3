import { Injectable } from '@nestjs/common';
import { Compute } from '../common/compute/compute';
import { ComputeBoundExceeded } from '../common/compute/compute.errors';
import type { Remote } from '../common/compute/compute.types';
import { UnitOfWork } from '../common/database/unit-of-work';
import type { LeasedQueue } from '../common/jobs/leased-queue';
import { LeasedQueues } from '../common/jobs/leased-queues';
import { KnowledgeDatabase } from '../retrieval/knowledge-database';
import type { Language } from '../language/language';
import { detectLanguage } from '../retrieval/language-detection';
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
import { SourceFilesRepository } from './files/source-files.repository';
import { SourceEnds } from './fetching/source-ends';
import { SitemapsRepository } from './fetching/sitemaps.repository';
import { PassageEmbedding } from '../retrieval/semantic/passage-embedding';
import { type SourceClaim, SourceJobsRepository } from './source-jobs.repository';
import { WAITING_SOURCES } from './source-jobs.sql';
import { Source } from './source.entity';
import { SourceQuotas } from './source-quotas';
import { SOURCE_READING, type SourceReading } from './source-reading.script';
import type { SourceKey } from './source.types';
import { IS_ANY_OUTDATED, IS_ANY_REMOVED } from './source-jobs.sql';

export const SOURCE_INDEXING = 'source-indexing';

const LEASE_SECONDS = 20;
/** A source whose workers keep dying is given up, rather than taking every worker with it. */
const MAX_ATTEMPTS = 3;
const NEVER_ENDS = `Indexing did not come to an end in ${MAX_ATTEMPTS} attempts.`;
/**
 * While one is written the next is read. Sources of one agent are written one after the other, and each that waits for that holds
 * a connection.
 */
const AT_ONCE = 3;
const HELD = `status = 'processing' AND lease_ends_at > '-infinity'`;

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
export class SourceIndexing {
  readonly queue: LeasedQueue<Source, SourceClaim>;

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
    queues: LeasedQueues,
  ) {
    this.queue = queues.open<Source, SourceClaim>({
      name: 'source_indexing',
      task: SOURCE_INDEXING,
      entity: Source,
      columns: ['parentId', 'type', 'name', 'url', 'mediaType', 'charset', 'fetchedUrl', 'languageWanted'],
      computed: { indexGeneration: 't.index_generation' },
      leaseSeconds: LEASE_SECONDS,
      concurrency: AT_ONCE,
      idleMs: 500,
      maxAttempts: MAX_ATTEMPTS,
      work: (claim) => this.index(claim),
      onError: async (claim, error) => error instanceof SourceFailure && this.fail(claim, error),
      onExhausted: (claim) => this.ends.fail(this.queue, claim, new SourceFailure('timeout', NEVER_ENDS)),
      beforeClaim: () => this.clearRemoved(),
      claimWhenIdle: () => this.jobs.claimOutdated(LEASE_SECONDS),
      isAlsoDue: `${IS_ANY_REMOVED} OR ${IS_ANY_OUTDATED}`,
      shape: {
        waiting: WAITING_SOURCES,
        due: `(status = 'queued' OR lease_ends_at < now())`,
        lease: 'leaseEndsAt',
        onClaim: `status = 'processing', updated_at = now()`,
        isTakenOver: `${HELD} AND t.is_held`,
        held: { isHeld: true, status: 'processing' },
        states: {
          waiting: {
            where: `((status = 'queued' AND NOT to_fetch) OR (status = 'processing' AND lease_ends_at = '-infinity'))`,
            since: 'due_at',
          },
          working: { where: `${HELD} AND lease_ends_at >= now()` },
          abandoned: { where: `${HELD} AND lease_ends_at < now()`, since: 'lease_ends_at' },
        },
      },
    });
  }

  private async fail(claim: SourceClaim, failure: SourceFailure): Promise<true> {
    await this.ends.fail(this.queue, claim, failure);
    return true;
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
        await this.jobs.finish(claim, indexed);
        if (claim.parentId === null) this.ends.append(claim, { type: claim.type, chunkCount, failureClass: null });
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

  /** One that was removed holds up none that waits. Whether there was one. */
  private async clearRemoved(): Promise<boolean> {
    const source = await this.jobs.findRemoved();
    if (!source) return false;
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
    return true;
  }
}

/** A message with which the owner can act. */
function failureAtBound({ bound }: ComputeBoundExceeded): SourceFailure {
  return bound === 'time'
    ? new SourceFailure(
        'parse_error',
        'Reading the source took too long. Simplify it, or split it into smaller sources.',
      )
    : new SourceFailure('too_large', 'Reading the source took too much memory. Split it into smaller sources.');
}
