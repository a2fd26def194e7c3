import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { required } from '../../../common/errors/required';
import type { Claimed } from '../../../common/jobs/leased-queue.types';
import { ContactImport } from '../contact-import.entity';
import type { ImportKey } from '../contact-import.types';
import { ADVANCE_IMPORT, DELETE_SOME_CHUNKS, FIND_BYTES, REQUEST_INDEX } from './import-jobs.sql';

/** An import that this process may work on until its lease ends. */
export type ImportClaim = Claimed &
  ImportKey &
  Pick<
    ContactImport,
    | 'memberId'
    | 'status'
    | 'format'
    | 'columns'
    | 'separator'
    | 'defaultCountry'
    | 'bytesDone'
    | 'lastRow'
    | 'createdAt'
  >;

/** The numbers that a batch adds to an import. */
interface BatchResult {
  bytesDone: number;
  lastRow: number;
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  refusedValues: number;
}

/** The progress of imports, and the table contact_import_chunks. */
@Injectable()
export class ImportJobsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Bytes from an offset of the file, up to the end of their chunk. Null past the end. */
  async findBytes({ workspaceId, id }: ImportKey, at: number): Promise<Buffer | null> {
    const [row] = await this.work.prepared<{ bytes: Buffer }>(FIND_BYTES, [workspaceId, id, at]);
    return row?.bytes ?? null;
  }

  /**
   * Part of a batch's transaction: saves how far the file was read, and deletes the chunks before that. Returns false
   * if this process no longer has the claim; its work must then be rolled back.
   */
  async advance({ workspaceId, id, fence }: ImportClaim, result: BatchResult): Promise<boolean> {
    const { bytesDone, lastRow, created, updated, unchanged, refused, refusedValues } = result;
    const parameters = [
      workspaceId,
      id,
      fence,
      bytesDone,
      lastRow,
      created,
      updated,
      unchanged,
      refused,
      refusedValues,
    ];
    return (await this.work.prepared(ADVANCE_IMPORT, parameters)).length > 0;
  }

  /**
   * Deletes part of the remaining file of a finished import or abandoned upload. Returns false if there was nothing
   * left.
   */
  async deleteSomeChunks({ workspaceId, id }: ImportKey): Promise<boolean> {
    return (await this.work.query(DELETE_SOME_CHUNKS, [workspaceId, id])).length > 0;
  }

  /** The figures of an import that has ended. */
  async requireCounts({ workspaceId, id }: ImportKey): Promise<Pick<ContactImport, 'created' | 'updated' | 'refused'>> {
    const select = { created: true, updated: true, refused: true } as const;
    const { created, updated, refused } = required(
      await this.work.manager.findOne(ContactImport, { select, where: { workspaceId, id } }),
    );
    return { created, updated, refused };
  }

  /** Requests the indexing of a few changes once no more of them are coming. */
  async requestIndex({ workspaceId }: ImportKey): Promise<void> {
    await this.work.query(REQUEST_INDEX, [workspaceId]);
  }
}
