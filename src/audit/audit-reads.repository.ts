import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import type { Page, PageRequest } from '../common/database/page';
import { UnitOfWork } from '../common/database/unit-of-work';
import { uuidOrNil } from '../common/database/uuid';
import { AuditEntry } from './audit-entry.entity';
import type { EntryFilter } from './audit.types';

/** The most entries that one page looks at for conditions without an index. */
const MOST_LOOKED_AT = 20_000;
/** Beyond all ids. */
const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Reads the table audit_entries, newest first. */
@Injectable()
export class AuditReadsRepository {
  constructor(private readonly work: UnitOfWork) {}

  find(workspaceId: string, id: string): Promise<AuditEntry | null> {
    return this.work.manager.findOneBy(AuditEntry, { workspaceId, id: uuidOrNil(id) });
  }

  exists(workspaceId: string, id: string): Promise<boolean> {
    return this.work.manager.existsBy(AuditEntry, { workspaceId, id: uuidOrNil(id) });
  }

  /**
   * A page looks at a bounded number of entries, so it can have fewer rows than its limit, or none, and still a next page. Conditions on
   * the subject and the account have indexes.
   */
  async page(workspaceId: string, filter: EntryFilter, { limit, cursor }: PageRequest): Promise<Page<AuditEntry>> {
    const start = cursor ?? AFTER_ALL;
    const isIndexed = filter.subjectId !== undefined || filter.actorAccountId !== undefined;
    const bound = isIndexed ? null : await this.findBound(workspaceId, start);
    const page = this.entries(workspaceId, start);
    if (bound !== null) page.andWhere('entry.id >= :bound', { bound });
    for (const [condition, parameters] of conditionsOf(filter)) page.andWhere(condition, parameters);
    const found = await page.take(limit + 1).getMany();
    const rows = found.slice(0, limit);
    return { rows, nextCursor: found.length > limit ? rows.at(-1)!.id : bound };
  }

  /** The oldest entry that a page may look at. Null if the page reaches the end. */
  private async findBound(workspaceId: string, start: string): Promise<string | null> {
    const last = await this.entries(workspaceId, start)
      .select(['entry.workspaceId', 'entry.id'])
      .offset(MOST_LOOKED_AT)
      .limit(1)
      .getOne();
    return last?.id ?? null;
  }

  private entries(workspaceId: string, before: string): SelectQueryBuilder<AuditEntry> {
    return this.work.manager
      .createQueryBuilder(AuditEntry, 'entry')
      .where('entry.workspaceId = :workspaceId AND entry.id < :before', { workspaceId, before })
      .orderBy('entry.id', 'DESC');
  }
}

function conditionsOf(filter: EntryFilter): [string, object][] {
  const { actorAccountId, credentialId, keyId, operationId, subjectType, subjectId, outcome, from, to } = filter;
  const conditions: [string, Record<string, unknown>][] = [
    ['entry.byAccount = :actorAccountId', { actorAccountId }],
    [':credentialId = ANY (entry.lineage)', { credentialId }],
    ['entry.keyId = :keyId', { keyId }],
    ['entry.operationId = :operationId', { operationId }],
    ['entry.subjectType = :subjectType', { subjectType }],
    ['entry.subjectId = :subjectId', { subjectId }],
    ['entry.outcome = :outcome', { outcome }],
    ['entry.at >= :from', { from }],
    ['entry.at < :to', { to }],
  ];
  return conditions.filter(([, parameters]) => Object.values(parameters)[0] !== undefined);
}
