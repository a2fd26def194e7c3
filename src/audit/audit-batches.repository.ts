import { Injectable } from '@nestjs/common';
import { advisoryLock, tryAdvisoryLock } from '../common/database/advisory-lock';
import { databaseTime } from '../common/database/database-time';
import { UnitOfWork } from '../common/database/unit-of-work';
import { AuditBatch } from './audit-batch.entity';
import { ANNOUNCE, LIST_REMOVABLE_WORKSPACES, LIST_UNANNOUNCED_WORKSPACES } from './audit-batches.sql';

/** The table audit_batches. */
@Injectable()
export class AuditBatchesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Until the transaction ends, no other process seals or deletes entries of the workspace. False if one is doing so. */
  tryLock(workspaceId: string): Promise<boolean> {
    return tryAdvisoryLock(this.work, lockOf(workspaceId));
  }

  /** The same, but waits. */
  async lock(workspaceId: string): Promise<void> {
    await advisoryLock(this.work, lockOf(workspaceId));
  }

  findHead(workspaceId: string): Promise<AuditBatch | null> {
    return this.work.manager.findOne(AuditBatch, { where: { workspaceId }, order: { number: 'DESC' } });
  }

  /** The database's clock. */
  now(): Promise<Date> {
    return databaseTime(this.work);
  }

  async insert(batch: AuditBatch): Promise<void> {
    await this.work.manager.insert(AuditBatch, batch);
  }

  /** In order, at most `most`. */
  listFrom(workspaceId: string, number: number, most: number): Promise<AuditBatch[]> {
    return this.work.manager
      .createQueryBuilder(AuditBatch, 'batch')
      .where('batch.workspaceId = :workspaceId AND batch.number >= :number', { workspaceId, number })
      .orderBy('batch.number')
      .take(most)
      .getMany();
  }

  find(workspaceId: string, number: number): Promise<AuditBatch | null> {
    return this.work.manager.findOneBy(AuditBatch, { workspaceId, number });
  }

  /** The first batch that has this sequence or a later one, or was sealed at this time or later. Null if there is none. */
  findFirst(workspaceId: string, { sequence, from }: { sequence?: number; from?: Date }): Promise<AuditBatch | null> {
    const batches = this.work.manager
      .createQueryBuilder(AuditBatch, 'batch')
      .where('batch.workspaceId = :workspaceId', { workspaceId });
    if (sequence !== undefined) batches.andWhere('batch.firstSequence + batch.count > :sequence', { sequence });
    if (from !== undefined) batches.andWhere('batch.sealedAt >= :from', { from });
    return batches.orderBy('batch.number').limit(1).getOne();
  }

  /** At most `most` batches that still have entries and are older than this, the oldest first. */
  listOld(workspaceId: string, days: number, most: number): Promise<AuditBatch[]> {
    return this.work.manager
      .createQueryBuilder(AuditBatch, 'batch')
      .where('batch.workspaceId = :workspaceId AND batch.entriesRemovedAt IS NULL', { workspaceId })
      .andWhere('batch.sealedAt < statement_timestamp() - make_interval(days => :days)', { days })
      .orderBy('batch.number')
      .take(most)
      .getMany();
  }

  async markRemoved(workspaceId: string, first: number, last: number): Promise<void> {
    await this.work.manager
      .createQueryBuilder()
      .update(AuditBatch)
      .set({ entriesRemovedAt: () => 'statement_timestamp()' })
      .where('workspace_id = :workspaceId AND number BETWEEN :first AND :last', { workspaceId, first, last })
      .execute();
  }

  /** Workspaces with batches whose entries may be old enough, in order. */
  async listRemovableWorkspaces(after: string | null, most: number): Promise<string[]> {
    const rows = await this.work.query<{ workspaceId: string }>(LIST_REMOVABLE_WORKSPACES, [after, most]);
    return rows.map(({ workspaceId }) => workspaceId);
  }

  /** Workspaces with batches that are not announced, of which the last announcement is a minute ago. */
  async listUnannouncedWorkspaces(most: number): Promise<string[]> {
    const rows = await this.work.query<{ workspaceId: string }>(LIST_UNANNOUNCED_WORKSPACES, [most]);
    return rows.map(({ workspaceId }) => workspaceId);
  }

  /** Marks the batch and those before it as announced, unless one was within the last minute. Whether it did. */
  async announce(workspaceId: string, number: number): Promise<boolean> {
    return (await this.work.query(ANNOUNCE, [workspaceId, number])).length > 0;
  }
}

function lockOf(workspaceId: string): string {
  return JSON.stringify(['audit', workspaceId]);
}
