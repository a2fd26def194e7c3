import { Injectable } from '@nestjs/common';
import { Audit } from '../common/audit/audit';
import { UnitOfWork } from '../common/database/unit-of-work';
import { ValidationFailed } from '../common/errors/domain-error';
import { BackgroundRunner } from '../common/jobs/background-runner';
import type { WorkspaceScope } from '../common/request/principal';
import { pageAddress } from '../documents/html/page-address';
import { EventLog } from '../events/event-log.service';
import { SitemapsRepository } from './fetching/sitemaps.repository';
import { SOURCE_FETCHING } from './fetching/source-fetching.types';
import type { UpdateSourceInput } from './source-change.dto';
import { contentSize, storedBytes } from './source-content';
import { SOURCE_EVENTS } from './source-event.types';
import { SOURCE_INDEXING } from './source-indexing';
import { SourceQuotas } from './source-quotas';
import type { Source } from './source.entity';
import { isFetched, type SourceContent, type SourceType } from './source.types';
import { PageOfSitemap, SourceBusy } from './sources.errors';
import { type SourceChange, SourcesRepository } from './sources.repository';

/** What a source of each type can be changed in, beside its name. */
const CHANGEABLE: Readonly<Record<'content' | 'pairs' | 'url', readonly SourceType[]>> = {
  content: ['text'],
  pairs: ['qna'],
  url: ['url', 'sitemap'],
};

/** Changes of sources. The index that is there serves until the worker has made the next one. */
@Injectable()
export class SourceChangesService {
  constructor(
    private readonly sources: SourcesRepository,
    private readonly sitemaps: SitemapsRepository,
    private readonly quotas: SourceQuotas,
    private readonly work: UnitOfWork,
    private readonly runner: BackgroundRunner,
    private readonly log: EventLog,
    private readonly audit: Audit,
  ) {}

  /**
   * A change that changes nothing does not queue the source.
   *
   * @throws ValidationFailed, PageOfSitemap 400, PlanLimitReached 403, NotFound 404, SourceBusy 409
   */
  async update(
    { workspaceId }: WorkspaceScope,
    agentId: string,
    id: string,
    input: UpdateSourceInput,
  ): Promise<Source> {
    return this.work.run(async () => {
      const source = await this.sources.requireForChange(workspaceId, agentId, id);
      if (source.parentId !== null) throw new PageOfSitemap();
      ensureFieldsOf(source.type, input);
      this.audit.before(source);
      const content = await this.newContent(source, input);
      const change = changeOf(source, input, content);
      if (Object.keys(change).length > 0) await this.apply(source, change, content);
      return this.sources.require(workspaceId, agentId, id);
    });
  }

  private async apply(source: Source, change: SourceChange, content: SourceContent | null): Promise<void> {
    const { workspaceId, agentId, id, type, chunkCount } = source;
    if (change.sizeBytes !== undefined) {
      await this.quotas.ensureMoreBytes(workspaceId, change.sizeBytes - source.sizeBytes);
    }
    // A sitemap has no passages of its own that its name would have to reach.
    const isQueued = type !== 'sitemap' || change.url !== undefined;
    const toFetch = isQueued && mustBeFetched(source, change);
    const isChanged = await (isQueued
      ? this.sources.enqueueChanged(source, change, toFetch)
      : this.sources.rename(source, change.name ?? source.name));
    if (!isChanged) throw new SourceBusy();
    if (type === 'sitemap' && change.url !== undefined && source.url !== null) {
      await this.sitemaps.namePagesOf(source, source.url);
    }
    if (content) await this.sources.updateContent(source, storedBytes(content));
    const data = { sourceId: id, sourceType: type, chunkCount, failureClass: null };
    const changed = Object.keys(change).map((field) => (field === 'sizeBytes' ? 'content' : field));
    const facts = { workspaceId, agentId, subjectId: id, data, changed, previous: {} };
    this.log.append(SOURCE_EVENTS['source.updated'], facts);
    if (isQueued) this.runner.wake(toFetch ? SOURCE_FETCHING : SOURCE_INDEXING);
  }

  /** Null where there is none, or it is as before. */
  private async newContent(source: Source, { content, pairs }: UpdateSourceInput): Promise<SourceContent | null> {
    if (content === undefined && pairs === undefined) return null;
    const sent: SourceContent =
      content === undefined ? { type: 'qna', pairs: (pairs ?? []).map(pairOf) } : { type: 'text', content };
    const present = await this.sources.findContent(source);
    return present?.equals(storedBytes(sent)) ? null : sent;
  }
}

function ensureFieldsOf(type: SourceType, input: UpdateSourceInput): void {
  const wrong = (['content', 'pairs', 'url'] as const).filter(
    (field) => input[field] !== undefined && !CHANGEABLE[field].includes(type),
  );
  if (wrong.length === 0) return;
  throw new ValidationFailed(
    wrong.map((field) => ({
      path: `/${field}`,
      code: 'not_allowed',
      message: `is allowed only for sources of type ${CHANGEABLE[field].join(' or ')}`,
    })),
  );
}

/** Only what differs. */
function changeOf(source: Source, { name, url }: UpdateSourceInput, content: SourceContent | null): SourceChange {
  const address = url === undefined ? source.url : (pageAddress(url) ?? url);
  return {
    ...(name !== undefined && name !== source.name && { name }),
    ...(address !== null && address !== source.url && { url: address }),
    ...(content && { sizeBytes: contentSize(content) }),
  };
}

/** A page that was read is only indexed again under its new name. */
function mustBeFetched({ type, status, lastIndexedAt }: Source, { url }: SourceChange): boolean {
  return isFetched(type) && (url !== undefined || status === 'failed' || lastIndexedAt === null);
}

function pairOf({ question, answer }: { question: string; answer: string }): { question: string; answer: string } {
  return { question, answer };
}
