import { Injectable } from '@nestjs/common';
import { MoreThan, Not } from 'typeorm';
import { type Page, pageOf, type PageRequest } from '../../../common/database/page';
import { advisoryLock } from '../../../common/database/advisory-lock';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../../common/database/uuid';
import { required } from '../../../common/errors/required';
import type { Member } from '../../../common/request/principal';
import { ContactImportRefusal } from '../contact-import-refusal.entity';
import { ContactImport, UPLOAD_LEASE } from '../contact-import.entity';
import type { ImportFormat, ImportKey } from '../contact-import.types';
import { APPEND_CHUNK, CLAIM_UPLOAD } from './contact-imports.sql';

/** What is kept of files, in bytes: `own` of the workspace, `all` of the installation. */
export interface KeptBytes {
  own: number;
  all: number;
}

/** The tables contact_imports and contact_import_refusals as callers see them, and contact_import_chunks as uploads fill it. */
@Injectable()
export class ContactImportsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Keeps others from taking a place of the workspace's until the transaction ends. */
  lockPlaces(workspaceId: string): Promise<void> {
    return advisoryLock(this.work, `contact-imports:${workspaceId}`);
  }

  /**
   * Takes the place of a file that is on its way; null where the workspace has none left. Exact while the places are
   * locked; a place whose lease has ended is free.
   */
  async claimUpload({ workspaceId, memberId }: Member, format: ImportFormat): Promise<ImportKey | null> {
    const id = newId();
    const claimed = await this.work.query(CLAIM_UPLOAD, [workspaceId, id, memberId, format]);
    return claimed.length > 0 ? { workspaceId, id } : null;
  }

  /** Goes on holding a place. */
  async renewUpload(key: ImportKey): Promise<void> {
    await this.work.manager.update(
      ContactImport,
      { ...key, ...UNCLAIMED },
      { dueAt: () => `clock_timestamp() + ${UPLOAD_LEASE.interval}` },
    );
  }

  /**
   * Keeps a piece where there is room for it, and tells what was kept before. Uploads at the same moment do not wait for
   * each other, so that each of them can pass a bound by one piece. `isKept` false: no room, or `isLost`: the place was
   * lost, because this process did not renew it in time.
   */
  async appendChunk(
    { workspaceId, id }: ImportKey,
    startAt: number,
    bytes: Buffer,
    most: KeptBytes,
  ): Promise<KeptBytes & { isKept: boolean; isLost: boolean }> {
    const [row] = await this.work.prepared<KeptBytes & { isKept: boolean; isLost: boolean }>(APPEND_CHUNK, [
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

  /** The file is there as a whole, and waits to be imported. False where its place was lost. */
  async finishUpload(
    key: ImportKey,
    file: { sizeBytes: number; columns: string[]; rowsTotal: number; rowsAt: number; lastRow: number },
  ): Promise<boolean> {
    const { sizeBytes, columns, rowsTotal, rowsAt, lastRow } = file;
    const { affected } = await this.work.manager.update(
      ContactImport,
      { ...key, ...UNCLAIMED, sizeBytes },
      { status: 'queued', columns, rowsTotal, bytesDone: rowsAt, lastRow, dueAt: () => 'now()' },
    );
    return affected === 1;
  }

  /** Of an upload that was refused or left. Whether there was one. */
  async deleteUpload({ workspaceId, id }: ImportKey): Promise<boolean> {
    const { affected } = await this.work.manager.delete(ContactImport, { workspaceId, id, status: 'uploading' });
    return affected === 1;
  }

  /** @throws NotFound 404, also for an upload under way */
  async require(workspaceId: string, importId: string): Promise<ContactImport> {
    const which = { workspaceId, id: uuidOrNil(importId), status: Not('uploading' as const) };
    return required(await this.work.manager.findOneBy(ContactImport, which));
  }

  /** Whether there is such an import; `memberId`: of this member. */
  exists(workspaceId: string, importId: string, memberId: string | null): Promise<boolean> {
    return this.work.manager.existsBy(ContactImport, {
      workspaceId,
      id: uuidOrNil(importId),
      status: Not('uploading' as const),
      ...(memberId === null ? {} : { memberId }),
    });
  }

  /** Refused rows, as they come in the file. */
  pageRefusals(
    workspaceId: string,
    importId: string,
    { limit, cursor = '0' }: PageRequest,
  ): Promise<Page<ContactImportRefusal>> {
    const where = { workspaceId, importId: uuidOrNil(importId), row: MoreThan(Number(cursor)) };
    const read = (take: number): Promise<ContactImportRefusal[]> =>
      this.work.manager.find(ContactImportRefusal, { where, order: { row: 'ASC' }, take });
    return pageOf(limit, read, ({ row }) => String(row));
  }
}

/** An upload that no worker has taken for abandoned. */
const UNCLAIMED = { status: 'uploading' as const, fence: '0' };
