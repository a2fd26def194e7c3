import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import type { Claimed } from '../../../common/jobs/leased-queue.types';
import type { ContactImport } from '../contact-import.entity';
import type { ImportKey } from '../contact-import.types';
import { ADVANCE_IMPORT, DELETE_SOME_CHUNKS, FIND_BYTES, REQUEST_INDEX } from './import-jobs.sql';

/** An import that this process may work on until its lease ends. */
export type ImportClaim = Claimed &
  ImportKey &
  Pick<ContactImport, 'memberId' | 'status' | 'format' | 'columns' | 'bytesDone' | 'lastRow' | 'createdAt'>;

/** What a batch adds to an import. */
interface BatchResult {
  bytesDone: number;
  lastRow: number;
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
}

/** How far imports are, and the table contact_import_chunks. */
@Injectable()
export class ImportJobsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Bytes from a place in the file on, up to the end of their chunk at most; null past the end. */
  async findBytes({ workspaceId, id }: ImportKey, at: number): Promise<Buffer | null> {
    const [row] = await this.work.prepared<{ bytes: Buffer }>(FIND_BYTES, [workspaceId, id, at]);
    return row?.bytes ?? null;
  }

  /**
   * Part of a batch's transaction: how far the file is read now, without the chunks that are behind it. False where the
   * claim is no longer this process's, whose work must then be undone.
   */
  async advance({ workspaceId, id, fence }: ImportClaim, result: BatchResult): Promise<boolean> {
    const { bytesDone, lastRow, created, updated, unchanged, refused } = result;
    const parameters = [workspaceId, id, fence, bytesDone, lastRow, created, updated, unchanged, refused];
    return (await this.work.prepared(ADVANCE_IMPORT, parameters)).length > 0;
  }

  /** Some of what is left of the file of an import that is over or an abandoned upload; false where nothing was. */
  async deleteSomeChunks({ workspaceId, id }: ImportKey): Promise<boolean> {
    return (await this.work.query(DELETE_SOME_CHUNKS, [workspaceId, id])).length > 0;
  }

  /** Few changes are worth an indexing once no more of them are on their way. */
  async requestIndex({ workspaceId }: ImportKey): Promise<void> {
    await this.work.query(REQUEST_INDEX, [workspaceId]);
  }
}
