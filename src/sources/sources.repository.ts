import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull, LessThan, Not } from 'typeorm';
import { type Page, pageOf, type PageRequest } from '../common/database/page';
import { UnitOfWork } from '../common/database/unit-of-work';
import { uuidOrNil } from '../common/database/uuid';
import { required } from '../common/errors/required';
import { StoredContent } from './stored-content.entity';
import { Source } from './source.entity';
import { FETCHED_TYPES, type SourceKey } from './source.types';

/** What a caller can change in the row of a source. */
export type SourceChange = Partial<Pick<Source, 'name' | 'url' | 'sizeBytes'>>;

/** Sources as callers see them: one that was removed is not there, though the worker has yet to clear it away. */
@Injectable()
export class SourcesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** With what it is made of, as far as that is no file. */
  async insert(
    source: Pick<
      Source,
      'workspaceId' | 'agentId' | 'id' | 'type' | 'name' | 'mediaType' | 'sizeBytes' | 'languageWanted'
    > &
      Pick<Source, 'url' | 'toFetch' | 'refreshHours'>,
    content: Buffer,
  ): Promise<void> {
    await this.work.manager.insert(Source, source);
    const { workspaceId, agentId, id: sourceId } = source;
    await this.work.manager.insert(StoredContent, { workspaceId, agentId, sourceId, content });
  }

  /** @throws NotFound 404 */
  async require(workspaceId: string, agentId: string, sourceId: string): Promise<Source> {
    return required(await this.work.manager.findOneBy(Source, present(workspaceId, agentId, sourceId)));
  }

  /** With the sitemap that it is a page of, if it is one. @throws NotFound 404 */
  async requireWithParent(workspaceId: string, agentId: string, sourceId: string): Promise<Source> {
    const select = { workspaceId: true, agentId: true, id: true, parentId: true, type: true, chunkCount: true };
    return required(
      await this.work.manager.findOne(Source, { select, where: present(workspaceId, agentId, sourceId) }),
    );
  }

  /** With the sitemap that it is a page of, and what a change is compared with. @throws NotFound 404 */
  async requireForChange(workspaceId: string, agentId: string, sourceId: string): Promise<Source> {
    const found = this.work.manager.createQueryBuilder(Source, 's').addSelect('s.parentId');
    return required(await found.where(present(workspaceId, agentId, sourceId)).getOne());
  }

  /** Of any agents of the workspace; as many as there are ids. */
  listByIds(workspaceId: string, ids: readonly string[]): Promise<Source[]> {
    return this.work.manager.findBy(Source, { workspaceId, id: In([...ids]), status: Not('deleting') });
  }

  /** Newest first: those of the agent itself, or the pages of one of its sitemaps. */
  page(
    workspaceId: string,
    agentId: string,
    { limit, cursor }: PageRequest,
    parentId: string | null = null,
  ): Promise<Page<Source>> {
    const where = {
      workspaceId,
      agentId: uuidOrNil(agentId),
      parentId: parentId ?? IsNull(),
      status: Not('deleting' as const),
      ...(cursor === undefined ? {} : { id: LessThan(cursor) }),
    };
    const read = (take: number): Promise<Source[]> =>
      this.work.manager.find(Source, { where, order: { id: 'DESC' }, take });
    return pageOf(limit, read, ({ id }) => id);
  }

  exists(workspaceId: string, agentId: string, sourceId: string): Promise<boolean> {
    return this.work.manager.existsBy(Source, present(workspaceId, agentId, sourceId));
  }

  /** The text that the serving index was made from; null where there is none yet. */
  async findText({ workspaceId, agentId, id: sourceId }: SourceKey): Promise<string | null> {
    const stored = await this.work.manager.findOne(StoredContent, {
      select: { workspaceId: true, agentId: true, sourceId: true, text: true },
      where: { workspaceId, agentId, sourceId },
    });
    return stored?.text ?? null;
  }

  /** Puts a source that is not being worked on into the queue; false where it is, or is not there. */
  async enqueue({ workspaceId, agentId, id }: SourceKey): Promise<boolean> {
    const { affected } = await this.work.manager.update(
      Source,
      { workspaceId, agentId, id, status: In(['ready', 'failed']) },
      {
        status: 'queued',
        toFetch: () => `type IN ('url', 'sitemap')`,
        dueAt: () => 'now()',
        attempts: 0,
        refreshAt: null,
        updatedAt: () => 'now()',
      },
    );
    return affected === 1;
  }

  /**
   * Changes a source that is not being worked on, and queues it; false where it is being worked on, or is not there. What
   * the server said of an earlier address does not count for another one. The serving index keeps the address that it was made from.
   */
  async enqueueChanged(
    { workspaceId, agentId, id }: SourceKey,
    change: SourceChange,
    toFetch: boolean,
  ): Promise<boolean> {
    const { affected } = await this.work.manager.update(
      Source,
      { workspaceId, agentId, id, status: In(['ready', 'failed']) },
      {
        ...change,
        ...(change.url !== undefined && {
          etag: null,
          lastModified: null,
          canonicalUrl: () => 'coalesce(canonical_url, url)',
        }),
        ...(toFetch && { refreshAt: null }),
        toFetch,
        status: 'queued',
        dueAt: () => 'now()',
        attempts: 0,
        updatedAt: () => 'now()',
      },
    );
    return affected === 1;
  }

  /** False where it is not there. */
  async rename({ workspaceId, agentId, id }: SourceKey, name: string): Promise<boolean> {
    const source = present(workspaceId, agentId, id);
    const { affected } = await this.work.manager.update(Source, source, { name, updatedAt: () => 'now()' });
    return affected === 1;
  }

  /** What it was made of; empty where that is a file. */
  async findContent({ workspaceId, agentId, id: sourceId }: SourceKey): Promise<Buffer | null> {
    const stored = await this.work.manager.findOne(StoredContent, {
      select: { workspaceId: true, agentId: true, sourceId: true, content: true },
      where: { workspaceId, agentId, sourceId },
    });
    return stored?.content ?? null;
  }

  /** The text of the serving index stays as it is. */
  async updateContent({ workspaceId, agentId, id: sourceId }: SourceKey, content: Buffer): Promise<void> {
    await this.work.manager.update(StoredContent, { workspaceId, agentId, sourceId }, { content });
  }

  /** False where it has no address of its own. The time that is set counts from now. */
  async updateSchedule({ workspaceId, agentId, id }: SourceKey, refreshHours: number | null): Promise<boolean> {
    const { affected } = await this.work.manager
      .createQueryBuilder()
      .update(Source)
      .set({
        refreshHours,
        // A source that a worker has gets its time when the worker ends.
        refreshAt: () =>
          `CASE WHEN status IN ('ready', 'failed') THEN now() + make_interval(hours => :hours::integer) END`,
      })
      .where({ ...present(workspaceId, agentId, id), parentId: IsNull(), type: In(FETCHED_TYPES) })
      .setParameter('hours', refreshHours)
      .execute();
    return affected === 1;
  }

  /**
   * Leaves the source to the worker, to be cleared away: from this commit on no answer uses it, and the worker that is indexing it
   * will find out. The pages of a sitemap go with it. False: it was gone.
   */
  async markRemoved(workspaceId: string, agentId: string, sourceId: string): Promise<boolean> {
    const removed = {
      status: 'deleting' as const,
      dueAt: () => 'now()',
      attempts: 0,
      fence: () => 'fence + 1',
      leaseEndsAt: null,
      refreshAt: null,
      updatedAt: () => 'now()',
    };
    const source = present(workspaceId, agentId, sourceId);
    const { affected } = await this.work.manager.update(Source, source, removed);
    const { id: _id, ...pages } = { ...source, parentId: uuidOrNil(sourceId) };
    await this.work.manager.update(Source, pages, removed);
    return affected === 1;
  }
}

function present(workspaceId: string, agentId: string, sourceId: string): FindOptionsWhere<Source> {
  return { workspaceId, agentId: uuidOrNil(agentId), id: uuidOrNil(sourceId), status: Not('deleting') };
}
