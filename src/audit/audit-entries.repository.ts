import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import type { NewAuditEntry } from '../common/audit/audit.types';
import { UnitOfWork } from '../common/database/unit-of-work';
import { AuditEntry } from './audit-entry.entity';
import { APPEND_ENTRY, LIST_UNSEALED_WORKSPACES, NUMBER_ENTRIES } from './audit-entries.sql';

/** Writes the table audit_entries. */
@Injectable()
export class AuditEntriesRepository {
  constructor(private readonly work: UnitOfWork) {}

  async append(entry: NewAuditEntry): Promise<void> {
    const { actor, subject, address, client } = entry;
    const salt = address === null && client === null ? null : randomBytes(16);
    await this.work.prepared(APPEND_ENTRY, [
      ...[entry.workspaceId ?? NIL, entry.id, entry.operationId, entry.surface, entry.outcome, entry.code, entry.count],
      ...[actor.kind, actor.accountId, actor.memberId, actor.role, actor.sessionId, actor.keyId, actor.tokenId],
      ...[actor.credentialId, subject?.type ?? null, subject?.id ?? null],
      ...[JSON.stringify(entry.related), JSON.stringify(entry.changes), entry.requestId, address, client, salt],
    ]);
  }

  /** At most `most` workspaces with unsealed entries, in order. */
  async listUnsealedWorkspaces(after: string | null, most: number): Promise<string[]> {
    const rows = await this.work.query<{ workspaceId: string }>(LIST_UNSEALED_WORKSPACES, [after, most]);
    return rows.map(({ workspaceId }) => workspaceId);
  }

  /** The oldest first, at most `most`. Those that commit later are sealed later. */
  listUnsealed(workspaceId: string, most: number): Promise<AuditEntry[]> {
    return this.work.manager
      .createQueryBuilder(AuditEntry, 'entry')
      .where('entry.workspaceId = :workspaceId AND entry.sequence IS NULL', { workspaceId })
      .orderBy('entry.id')
      .take(most)
      .getMany();
  }

  /** Numbers the entries in this order. The caller holds the lock of the chain. Returns how many were not numbered yet. */
  async number(workspaceId: string, ids: readonly string[], firstSequence: number, batch: number): Promise<number> {
    return (await this.work.query(NUMBER_ENTRIES, [workspaceId, ids, firstSequence, batch])).length;
  }

  /** The entries with these numbers, in order; also those that do not belong there. */
  listBetween(workspaceId: string, first: number, last: number): Promise<AuditEntry[]> {
    return this.work.manager
      .createQueryBuilder(AuditEntry, 'entry')
      .where('entry.workspaceId = :workspaceId AND entry.sequence BETWEEN :first AND :last', {
        workspaceId,
        first,
        last,
      })
      .orderBy('entry.sequence')
      .getMany();
  }

  /** The sequence of the first entry that is numbered beyond the chain. Null if there is none. */
  async findSequenceBeyond(workspaceId: string, last: number): Promise<number | null> {
    const beyond = await this.work.manager
      .createQueryBuilder(AuditEntry, 'entry')
      .where('entry.workspaceId = :workspaceId AND entry.sequence > :last', { workspaceId, last })
      .orderBy('entry.sequence')
      .limit(1)
      .getOne();
    return beyond?.sequence ?? null;
  }

  /** Returns their number. */
  async deleteBetween(workspaceId: string, first: number, last: number): Promise<number> {
    const { affected } = await this.work.manager
      .createQueryBuilder()
      .delete()
      .from(AuditEntry)
      .where('workspace_id = :workspaceId AND sequence BETWEEN :first AND :last', { workspaceId, first, last })
      .execute();
    return affected ?? 0;
  }
}
