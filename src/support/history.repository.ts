import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { type Page, pageOf, type PageRequest } from '../common/database/page';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId } from '../common/database/uuid';
import { HistoryEntry } from './history-entry.entity';

/** The table support_request_history. */
@Injectable()
export class HistoryRepository {
  constructor(private readonly work: UnitOfWork) {}

  async append(entry: Omit<HistoryEntry, 'id'>): Promise<HistoryEntry> {
    const made = this.work.manager.create(HistoryEntry, { ...entry, id: newId() });
    await this.work.manager.insert(HistoryEntry, made);
    return made;
  }

  /** Oldest first. The cursor is a version. */
  page(workspaceId: string, supportRequestId: string, { limit, cursor }: PageRequest): Promise<Page<HistoryEntry>> {
    return pageOf(
      limit,
      (most) =>
        this.work.manager.find(HistoryEntry, {
          where: { workspaceId, supportRequestId, version: MoreThan(Number(cursor ?? 0)) },
          order: { version: 'ASC' },
          take: most,
        }),
      ({ version }) => String(version),
    );
  }

  countEpisode(workspaceId: string, supportRequestId: string, episodeNumber: number): Promise<number> {
    return this.work.manager.countBy(HistoryEntry, { workspaceId, supportRequestId, episodeNumber });
  }

  /** What was done in an episode after a version, and that another one began, oldest first. */
  listEpisodeAfter(
    version: number,
    {
      workspaceId,
      supportRequestId,
      episodeNumber,
    }: Pick<HistoryEntry, 'workspaceId' | 'supportRequestId' | 'episodeNumber'>,
  ): Promise<HistoryEntry[]> {
    return this.work.manager
      .createQueryBuilder(HistoryEntry, 'h')
      .where({ workspaceId, supportRequestId, version: MoreThan(version) })
      .andWhere(`(h.episodeNumber = :episodeNumber OR h.episodeNumber = :next AND h.kind = 'reopen')`, {
        episodeNumber,
        next: episodeNumber + 1,
      })
      .orderBy('h.version')
      .getMany();
  }

  /** What was done in an episode, oldest first; as much as people and customers do within one. */
  listEpisode(workspaceId: string, supportRequestId: string, episodeNumber: number): Promise<HistoryEntry[]> {
    return this.work.manager.find(HistoryEntry, {
      where: { workspaceId, supportRequestId, episodeNumber },
      order: { version: 'ASC' },
    });
  }
}
