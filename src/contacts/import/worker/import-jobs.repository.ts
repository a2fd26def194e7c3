import { Injectable } from '@nestjs/common';
import { IsNull, Not, type QueryDeepPartialEntity } from 'typeorm';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { dueStates, Queues } from '../../../common/jobs/queues';
import { takenUp } from '../../../common/jobs/takeovers';
import { Turns } from '../../../common/jobs/turns';
import { ContactImport, IMPORT_LEASE } from '../contact-import.entity';
import type { ImportFormat, ImportKey } from '../contact-import.types';
import {
  ADVANCE_IMPORT,
  CLAIM_IMPORT,
  DELETE_SOME_CHUNKS,
  DUE_TO_CLEAR,
  FIND_BYTES,
  REQUEST_INDEX,
} from './import-jobs.sql';

/** An import that this process may work on until its lease ends. */
export interface ImportClaim extends ImportKey {
  memberId: string;
  status: ContactImport['status'];
  format: ImportFormat;
  columns: string[];
  bytesDone: number;
  lastRow: number;
  /** How often it was claimed since it last got on, this time included. */
  attempts: number;
  /** When the upload began. */
  createdAt: Date;
  /** Tells this claim from an earlier or later one of the same import. */
  fence: string;
}

/** What a batch adds to an import. */
interface BatchResult {
  bytesDone: number;
  lastRow: number;
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
}

/** The table contact_imports as the queue that it also is, and contact_import_chunks. */
@Injectable()
export class ImportJobsRepository {
  private readonly turns: Turns;

  constructor(
    private readonly work: UnitOfWork,
    queues: Queues,
  ) {
    const states = dueStates(`status IN ('queued', 'running')`);
    queues.register({ queue: 'contact_imports', table: 'contact_imports', states });
    this.turns = new Turns(work, {
      table: 'contact_imports t',
      waiting: 'due_at IS NOT NULL',
      due: 'due_at <= now()',
      since: 'due_at',
    });
  }

  /** Of the workspace whose turn it is. */
  claim(): Promise<ImportClaim | null> {
    type Found = ImportClaim & { bytesDone: string };
    return this.turns.take(async (workspaceId) => {
      const [found] = await this.work.query<Found & { isTakenOver: boolean }>(CLAIM_IMPORT, [workspaceId]);
      const claim = takenUp<Found>('contact_imports', found);
      return claim && { ...claim, bytesDone: Number(claim.bytesDone) };
    });
  }

  /** Goes on holding a claim; does nothing where it is no longer this process's, or the import has come to its end. */
  async renew({ workspaceId, id, fence }: ImportClaim): Promise<void> {
    await this.work.manager.update(
      ContactImport,
      { workspaceId, id, fence, dueAt: Not(IsNull()) },
      { dueAt: () => `now() + ${IMPORT_LEASE.interval}` },
    );
  }

  /** Lets others have their turn; the import goes on where it is. */
  async release(claim: ImportClaim): Promise<void> {
    await this.update(claim, { dueAt: () => 'now()', attempts: () => 'attempts - 1', isHeld: false });
  }

  /** After a failure that is not the file's fault: another attempt in a little while. */
  async postpone(claim: ImportClaim): Promise<void> {
    await this.update(claim, { dueAt: () => `now() + interval '10 seconds'`, isHeld: false });
  }

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

  /** Two statements of one transaction. What is left of the file, such as empty lines after the last row, is cleared next. */
  async finish(claim: ImportClaim): Promise<void> {
    await this.end(claim, { status: 'completed', finishedAt: () => 'now()', dueAt: () => DUE_TO_CLEAR });
  }

  /** Two statements of one transaction. Keeps what was imported; what is left of the file is cleared next. */
  async finishFailed(claim: ImportClaim, { code, message }: { code: string; message: string }): Promise<void> {
    const at = { finishedAt: () => 'now()', dueAt: () => 'now()' };
    await this.end(claim, { status: 'failed', failureCode: code, failureMessage: message, ...at });
  }

  /** Some of what is left of the file of an import that is over or an abandoned upload; false where nothing was. */
  async deleteSomeChunks({ workspaceId, id }: ImportKey): Promise<boolean> {
    return (await this.work.query(DELETE_SOME_CHUNKS, [workspaceId, id])).length > 0;
  }

  /** Ends the clearing: of an import the report stays, of an upload nothing. */
  async finishClearing(claim: ImportClaim): Promise<void> {
    const { workspaceId, id, fence, status } = claim;
    if (status !== 'uploading') return this.update(claim, { dueAt: null });
    await this.work.manager.delete(ContactImport, { workspaceId, id, fence, status });
  }

  /** Few changes are worth an indexing now that no more of them are on their way. */
  private async end(claim: ImportClaim, change: QueryDeepPartialEntity<ContactImport>): Promise<void> {
    await this.update(claim, { ...change, isHeld: false });
    await this.work.query(REQUEST_INDEX, [claim.workspaceId]);
  }

  /** Where the claim still holds. */
  private async update(
    { workspaceId, id, fence }: ImportClaim,
    change: QueryDeepPartialEntity<ContactImport>,
  ): Promise<void> {
    await this.work.manager.update(ContactImport, { workspaceId, id, fence }, change);
  }
}
