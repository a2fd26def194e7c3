import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { type Page, pageOf, type PageRequest } from '../../../common/database/page';
import { advisoryLock } from '../../../common/database/advisory-lock';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../../common/database/uuid';
import { required } from '../../../common/errors/required';
import type { Member } from '../../../common/request/principal';
import { ContactImportRefusal } from '../contact-import-refusal.entity';
import { ContactImport, UPLOAD_LEASE } from '../contact-import.entity';
import type { ImportFormat, ImportKey } from '../contact-import.types';
import type { ImportColumn } from '../rows/column-mapping';
import type { Separator } from '../rows/csv-columns';
import { APPEND_CHUNK, CLAIM_UPLOAD } from './contact-imports.sql';

/** Size of the stored files, in bytes: `own` of the workspace, `all` of the installation. */
export interface StoredBytes {
  own: number;
  all: number;
}

/** A completely received file. `rowsAt` is the offset of its first row, and `lastRow` the number of the row before it. */
export interface ReceivedFile {
  sizeBytes: number;
  columns: readonly ImportColumn[];
  separator: Separator;
  defaultCountry: string | null;
  rowsTotal: number;
  rowsAt: number;
  lastRow: number;
}

/**
 * The tables contact_imports and contact_import_refusals as callers see them, and contact_import_chunks as uploads
 * write it.
 */
@Injectable()
export class ContactImportsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Makes other uploads of the workspace wait for a place until the transaction ends. */
  lockPlaces(workspaceId: string): Promise<void> {
    return advisoryLock(this.work, `contact-imports:${workspaceId}`);
  }

  /**
   * Claims a place for an upload. Returns null if the workspace has none left. The count is exact while the places are
   * locked; a place with an expired lease is free.
   */
  async claimUpload({ workspaceId, memberId }: Member, format: ImportFormat): Promise<ImportKey | null> {
    const id = newId();
    const claimed = await this.work.query(CLAIM_UPLOAD, [workspaceId, id, memberId, format]);
    return claimed.length > 0 ? { workspaceId, id } : null;
  }

  /** Extends the lease of a place. */
  async renewUpload(key: ImportKey): Promise<void> {
    await this.work.manager.update(
      ContactImport,
      { ...key, ...UNCLAIMED },
      { dueAt: () => `clock_timestamp() + ${UPLOAD_LEASE.interval}` },
    );
  }

  /**
   * Stores a piece if there is room for it, and returns the sizes before. Concurrent uploads do not wait for each
   * other, so each can exceed a limit by one piece. `isStored` is false if there is no room, or, with `isLost`, if this
   * process did not renew its place in time.
   */
  async appendChunk(
    { workspaceId, id }: ImportKey,
    startAt: number,
    bytes: Buffer,
    most: StoredBytes,
  ): Promise<StoredBytes & { isStored: boolean; isLost: boolean }> {
    const [row] = await this.work.prepared<StoredBytes & { isStored: boolean; isLost: boolean }>(APPEND_CHUNK, [
      workspaceId,
      id,
      startAt,
      bytes,
      bytes.length,
      most.own,
      most.all,
    ]);
    return row!;
  }

  /** Marks the file as complete, so that it waits for its import. Returns false if the place was lost. */
  async finishUpload(key: ImportKey, { sizeBytes, columns, rowsAt, ...file }: ReceivedFile): Promise<boolean> {
    const read = { columns: columns.map(({ field }) => field ?? ''), columnNames: columns.map(({ name }) => name) };
    const { affected } = await this.work.manager.update(
      ContactImport,
      { ...key, ...UNCLAIMED, sizeBytes },
      { ...file, ...read, status: 'queued', bytesDone: rowsAt, dueAt: () => 'now()' },
    );
    return affected === 1;
  }

  /** Deletes an upload that was refused or aborted. Returns whether there was one. */
  async deleteUpload({ workspaceId, id }: ImportKey): Promise<boolean> {
    const { affected } = await this.work.manager.delete(ContactImport, { workspaceId, id, status: 'uploading' });
    return affected === 1;
  }

  /** @throws NotFound 404, also for an upload under way */
  async require(workspaceId: string, importId: string): Promise<ContactImport> {
    const which = { workspaceId, id: uuidOrNil(importId), status: Not('uploading' as const) };
    return required(await this.work.manager.findOneBy(ContactImport, which));
  }

  /** Whether there is such an import; with `memberId`, one of this member. */
  exists(workspaceId: string, importId: string, memberId: string | null): Promise<boolean> {
    return this.work.manager.existsBy(ContactImport, {
      workspaceId,
      id: uuidOrNil(importId),
      status: Not('uploading' as const),
      ...(memberId === null ? {} : { memberId }),
    });
  }

  /** Refused rows and values, in file order. */
  pageRefusals(
    workspaceId: string,
    importId: string,
    { limit, cursor = '0' }: PageRequest,
  ): Promise<Page<ContactImportRefusal>> {
    const [, row = '0', path = ''] = /^(\d+)(.*)$/s.exec(cursor) ?? [];
    const read = (most: number): Promise<ContactImportRefusal[]> =>
      this.work.manager
        .createQueryBuilder(ContactImportRefusal, 'r')
        .where('r.workspace_id = :workspaceId AND r.import_id = :importId', {
          workspaceId,
          importId: uuidOrNil(importId),
        })
        .andWhere('(r.row, r.path) > (:row, :path)', { row: Number(row), path })
        .orderBy('r.row')
        .addOrderBy('r.path')
        .take(most)
        .getMany();
    return pageOf(limit, read, (refusal) => `${refusal.row}${refusal.path}`);
  }
}

/** Condition: an upload that no worker has marked as abandoned. */
const UNCLAIMED = { status: 'uploading' as const, fence: '0' };
