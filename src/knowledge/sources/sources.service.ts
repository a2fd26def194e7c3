import { Injectable } from '@nestjs/common';
import { AgentCountersService } from '../../agents/agent-counters.service';
import { AgentsService } from '../../agents/agents.service';
import type { Page, PageRequest } from '../../common/database/page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { NotFound } from '../../common/errors/domain-error';
import { BackgroundRunner } from '../../common/jobs/background-runner';
import type { WorkspaceScope } from '../../common/request/principal';
import { contentSize, storedBytes } from './source-content';
import { SOURCE_INDEXING } from './source-indexing';
import { textSearchLanguage } from './source-language';
import { SourceQuotas } from './source-quotas';
import { contentOf, type CreateSourceInput } from './source-input.dto';
import type { Source } from './source.entity';
import type { FileMediaType, SourceContent } from './source.types';
import { SourceBusy } from './sources.errors';
import { SourcesRepository } from './sources.repository';

/** Rules of sources. What is accepted here is indexed by the worker; see {@link SOURCE_INDEXING}. */
@Injectable()
export class SourcesService {
  constructor(
    private readonly sources: SourcesRepository,
    private readonly agents: AgentsService,
    private readonly quotas: SourceQuotas,
    private readonly counters: AgentCountersService,
    private readonly work: UnitOfWork,
    private readonly runner: BackgroundRunner,
  ) {}

  /** @throws NotFound 404, PlanLimitReached 403, however many creations run at once */
  async create(scope: WorkspaceScope, agentId: string, input: CreateSourceInput): Promise<Source> {
    const { name, language } = input;
    const content = contentOf(input);
    const source = await this.work.run(async () => {
      const agent = await this.agents.require(scope, agentId);
      const sizeBytes = contentSize(content);
      await this.quotas.ensureRoom(agent.workspaceId, sizeBytes);
      const values = {
        workspaceId: agent.workspaceId,
        agentId: agent.id,
        type: content.type,
        name,
        mediaType: mediaTypeOf(content),
        sizeBytes,
        languageWanted: language === undefined ? null : textSearchLanguage(language),
      };
      const id = await this.sources.insert(values, storedBytes(content));
      await this.counters.add(agent.workspaceId, agent.id, { sources: 1 });
      return this.get(scope, agent.id, id);
    });
    this.runner.wake(SOURCE_INDEXING);
    return source;
  }

  /** @throws NotFound 404, also for a source that was removed while its index is still being cleared */
  get({ workspaceId }: WorkspaceScope, agentId: string, sourceId: string): Promise<Source> {
    return this.sources.require(workspaceId, agentId, sourceId);
  }

  page({ workspaceId }: WorkspaceScope, agentId: string, request: PageRequest): Promise<Page<Source>> {
    return this.sources.page(workspaceId, agentId, request);
  }

  async text(scope: WorkspaceScope, agentId: string, sourceId: string): Promise<string | null> {
    return this.sources.findText(await this.get(scope, agentId, sourceId));
  }

  /**
   * Indexes the source anew; its present index answers until the new one is there.
   *
   * @throws NotFound 404, SourceBusy 409 while it is being indexed
   */
  async refresh(scope: WorkspaceScope, agentId: string, sourceId: string): Promise<Source> {
    const source = await this.work.run(async () => {
      if (!(await this.sources.enqueue(await this.get(scope, agentId, sourceId)))) throw new SourceBusy();
      return this.get(scope, agentId, sourceId);
    });
    this.runner.wake(SOURCE_INDEXING);
    return source;
  }

  /**
   * No answer uses the source any more once this resolves. Waits for no indexing that is under way.
   *
   * @throws NotFound 404
   */
  async remove({ workspaceId }: WorkspaceScope, agentId: string, sourceId: string): Promise<void> {
    await this.work.run(async () => {
      if (!(await this.sources.markRemoved(workspaceId, agentId, sourceId))) throw new NotFound();
      await this.counters.add(workspaceId, agentId, { sources: -1 });
    });
    this.runner.wake(SOURCE_INDEXING);
  }
}

function mediaTypeOf(content: SourceContent): FileMediaType | null {
  if (content.type === 'qna') return null;
  return content.type === 'file' ? content.mediaType : 'text/plain';
}
