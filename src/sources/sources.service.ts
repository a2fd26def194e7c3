import { Injectable } from '@nestjs/common';
import { SourceAdded, SourceRemoved } from './source-events';
import { Audit } from '../common/audit/audit';
import { DomainEvents } from '../common/events/domain-events';
import { AgentsService } from '../agents/agents.service';
import type { Page, PageRequest } from '../common/database/page';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId } from '../common/database/uuid';
import { NotFound } from '../common/errors/domain-error';
import { BackgroundRunner } from '../common/jobs/background-runner';
import type { WorkspaceScope } from '../common/request/principal';
import { SOURCE_FETCHING } from './fetching/source-fetching.types';
import { SitemapsRepository } from './fetching/sitemaps.repository';
import { SourceFilesService } from './files/source-files.service';
import { SourceEnds } from './fetching/source-ends';
import { contentSize, restoredContent, storedBytes } from './source-content';
import { SOURCE_INDEXING } from './source-indexing';
import { textSearchLanguage } from '../language/language';
import { SourceQuotas } from './source-quotas';
import { contentOf, type CreateSourceInput, type InputContent } from './source-input.dto';
import type { Source } from './source.entity';
import { type FileMediaType, isFetched, type SourceContent, type SourceProgress } from './source.types';
import { NotFetchedAgain, SourceBusy } from './sources.errors';
import { SourcesRepository } from './sources.repository';

/** The stored values of a new source. */
interface NewContent {
  /** Of the source; that of the file that it is made of. */
  id: string;
  sizeBytes: number;
  mediaType: FileMediaType | null;
  url: string | null;
  bytes: Buffer;
}

/** Rules of sources. The worker indexes accepted sources; see {@link SOURCE_INDEXING}. */
@Injectable()
export class SourcesService {
  constructor(
    private readonly sources: SourcesRepository,
    private readonly agents: AgentsService,
    private readonly quotas: SourceQuotas,
    private readonly files: SourceFilesService,
    private readonly events: DomainEvents,
    private readonly ends: SourceEnds,
    private readonly sitemaps: SitemapsRepository,
    private readonly work: UnitOfWork,
    private readonly runner: BackgroundRunner,
    private readonly audit: Audit,
  ) {}

  /** @throws NotFound 404, PlanLimitReached 403, however many creations run at once; FileUnknown 400 */
  async create(scope: WorkspaceScope, agentId: string, input: CreateSourceInput): Promise<Source> {
    const { name, language, refreshHours = null } = input;
    const content = contentOf(input);
    const source = await this.work.run(async () => {
      const agent = await this.agents.require(scope, agentId);
      const newContent = await this.newContent(agent, content);
      await this.quotas.ensureRoom(agent.workspaceId, newContent.sizeBytes);
      const values = {
        workspaceId: agent.workspaceId,
        agentId: agent.id,
        id: newContent.id,
        type: content.type,
        name,
        mediaType: newContent.mediaType,
        sizeBytes: newContent.sizeBytes,
        languageWanted: language === undefined ? null : textSearchLanguage(language),
        url: newContent.url,
        toFetch: newContent.url !== null,
        refreshHours,
      };
      await this.sources.insert(values, newContent.bytes);
      const of = { workspaceId: agent.workspaceId, agentId: agent.id, sourceId: newContent.id };
      this.events.publish(new SourceAdded({ ...of, sourceType: content.type, chunkCount: 0 }));
      return this.get(scope, agent.id, newContent.id);
    });
    this.wake(source);
    return source;
  }

  private async newContent(agent: { workspaceId: string; id: string }, content: InputContent): Promise<NewContent> {
    const none = { mediaType: null, url: null, bytes: Buffer.alloc(0) };
    if ('url' in content) return { ...none, id: newId(), sizeBytes: 0, url: content.url };
    if ('fileId' in content) {
      const { id, sizeBytes, mediaType } = await this.files.take(agent.workspaceId, agent.id, content.fileId);
      return { ...none, id, sizeBytes, mediaType };
    }
    const [sizeBytes, bytes] = [contentSize(content), storedBytes(content)];
    return { ...none, id: newId(), sizeBytes, mediaType: mediaTypeOf(content), bytes };
  }

  /** @throws NotFound 404, also for a source that was removed while its index is still being cleared */
  get({ workspaceId }: WorkspaceScope, agentId: string, sourceId: string): Promise<Source> {
    return this.sources.require(workspaceId, agentId, sourceId);
  }

  /** What a source of type text or qna was made of; null for others. @throws NotFound 404 */
  async content(scope: WorkspaceScope, agentId: string, sourceId: string): Promise<[Source, SourceContent | null]> {
    const source = await this.get(scope, agentId, sourceId);
    if (source.type !== 'text' && source.type !== 'qna') return [source, null];
    const content = (await this.sources.findContent(source)) ?? Buffer.alloc(0);
    const { type, mediaType, url } = source;
    return [source, restoredContent({ type, mediaType, url, charset: null, content })];
  }

  page({ workspaceId }: WorkspaceScope, agentId: string, request: PageRequest): Promise<Page<Source>> {
    return this.sources.page(workspaceId, agentId, request);
  }

  async text(scope: WorkspaceScope, agentId: string, sourceId: string): Promise<string | null> {
    return this.sources.findText(await this.get(scope, agentId, sourceId));
  }

  /** Pages of a sitemap, newest first. @throws NotFound 404 */
  async pagesOf(scope: WorkspaceScope, agentId: string, sourceId: string, request: PageRequest): Promise<Page<Source>> {
    const { workspaceId, agentId: agent, id } = await this.get(scope, agentId, sourceId);
    return this.sources.page(workspaceId, agent, request, id);
  }

  async progress(scope: WorkspaceScope, agentId: string, sourceId: string): Promise<SourceProgress<Source>> {
    const source = await this.get(scope, agentId, sourceId);
    const pages = source.type === 'sitemap' ? await this.sitemaps.countPages(source) : null;
    return { source, pages, isDone: source.status === 'ready' || source.status === 'failed' };
  }

  /** When the source is fetched by itself, from now on. @throws NotFound 404, NotFetchedAgain 400 */
  async schedule(scope: WorkspaceScope, agentId: string, sourceId: string, hours: number | null): Promise<Source> {
    const source = await this.get(scope, agentId, sourceId);
    this.audit.before(source);
    const { workspaceId, agentId: agent, id } = source;
    if (!(await this.sources.updateSchedule({ workspaceId, agentId: agent, id }, hours))) throw new NotFetchedAgain();
    return this.get(scope, agentId, sourceId);
  }

  /**
   * Indexes the source anew, after fetching it where it has an address; its present index answers until the new one is there.
   *
   * @throws NotFound 404, SourceBusy 409 while it is being indexed
   */
  async refresh(scope: WorkspaceScope, agentId: string, sourceId: string): Promise<Source> {
    const source = await this.work.run(async () => {
      if (!(await this.sources.enqueue(await this.get(scope, agentId, sourceId)))) throw new SourceBusy();
      return this.get(scope, agentId, sourceId);
    });
    this.wake(source);
    return source;
  }

  /**
   * No answer uses the source any more once this resolves. Waits for no indexing that is under way.
   *
   * @throws NotFound 404
   */
  async remove({ workspaceId }: WorkspaceScope, agentId: string, sourceId: string): Promise<void> {
    await this.work.run(async () => {
      const source = await this.sources.requireWithParent(workspaceId, agentId, sourceId);
      const { agentId: agent, id, parentId, type: sourceType, chunkCount } = source;
      await this.ends.with({ workspaceId, agentId: agent, id, parentId }, async () => {
        if (!(await this.sources.markRemoved(workspaceId, agent, id))) throw new NotFound();
      });
      // The pages of a sitemap are its own.
      if (parentId !== null) return;
      this.events.publish(new SourceRemoved({ workspaceId, agentId: agent, sourceId: id, sourceType, chunkCount }));
    });
    this.runner.wake(SOURCE_INDEXING);
  }

  private wake({ type }: Source): void {
    this.runner.wake(isFetched(type) ? SOURCE_FETCHING : SOURCE_INDEXING);
  }
}

function mediaTypeOf(content: SourceContent): FileMediaType | null {
  if (content.type === 'qna') return null;
  return content.type === 'text' ? 'text/plain' : content.mediaType;
}
