import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import { BackgroundRunner, type BackgroundTask } from '../../../common/jobs/background-runner';
import { ClaimLost } from '../../../common/jobs/lease';
import { logger } from '../../../common/logging/logger';
import { IndexingBacklog } from '../../search-sets/indexing-backlog';
import { IMPORT_LEASE } from '../contact-import.entity';
import { ImportFailure } from '../contact-imports.errors';
import { BatchWriter } from './batch-writer';
import { type ImportClaim, ImportJobsRepository } from './import-jobs.repository';
import { type ContactRow, RowReader } from '../rows/row-reader';
import { isConflict, isUnstorable } from './sql-states';

export const CONTACT_IMPORTING = 'contact-importing';

/** How long one import is worked on before the next one gets its turn, in milliseconds. */
const TURN_MS = 2_000;
/** An import whose workers keep dying at the same rows is given up, rather than taking every worker with it. */
const MAX_ATTEMPTS = 5;
/** Tries of a batch that others are in the way of, before it is halved; and of a single row. */
const TRIES = 3;
const MAX_TRIES = 20;

/** Takes uploaded files into the directory, and clears what is left of files that failed. */
@Injectable()
export class ContactImporting implements BackgroundTask {
  readonly name = CONTACT_IMPORTING;
  readonly idleMs = 500;

  constructor(
    private readonly jobs: ImportJobsRepository,
    private readonly batch: BatchWriter,
    private readonly backlog: IndexingBacklog,
    private readonly work: UnitOfWork,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  async runOnce(signal: AbortSignal): Promise<boolean> {
    const claim = await this.jobs.claim();
    if (!claim) return false;
    try {
      await IMPORT_LEASE.whileHolding(
        () => this.jobs.renew(claim),
        () => (claim.status === 'running' ? this.takeTurn(claim, signal) : this.clear(claim, signal)),
      );
    } catch (error) {
      await this.giveUp(claim, error);
    }
    return true;
  }

  private async takeTurn(claim: ImportClaim, signal: AbortSignal): Promise<void> {
    if (claim.attempts > MAX_ATTEMPTS) {
      throw new ImportFailure('internal_error', `The rows after row ${claim.lastRow} did not come to an end.`);
    }
    const position = { at: claim.bytesDone, lastRow: claim.lastRow };
    const reader = new RowReader(claim, position, (at) => this.jobs.findBytes(claim, at));
    const turnEnds = performance.now() + TURN_MS;
    let reading = reader.batch();
    for (;;) {
      const rows = await reading;
      if (rows.length === 0) return this.work.run(() => this.jobs.finish(claim));
      // The next rows are read while the database takes these.
      reading = reader.batch();
      try {
        await this.store(claim, rows);
        await this.backlog.bound(claim.workspaceId, rows.length, signal);
      } finally {
        if (signal.aborted || performance.now() > turnEnds) await reading.catch(ignore);
        else reading.catch(ignore);
      }
      if (signal.aborted || performance.now() > turnEnds) return this.jobs.release(claim);
    }
  }

  /** Rows that others are in the way of are tried again, fewer at a time. */
  private async store(claim: ImportClaim, rows: readonly ContactRow[]): Promise<void> {
    let size = rows.length;
    let tries = 0;
    for (let from = 0; from < rows.length;) {
      const some = rows.slice(from, from + size);
      try {
        from += await this.batch.apply(claim, some);
        tries = 0;
      } catch (error) {
        tries++;
        if (isUnstorable(error) && size === 1) {
          logger.error({ err: error, importId: claim.id }, 'a row passed the rules, but the database refuses it');
          const finding = { code: 'validation_failed', path: '', message: 'cannot be stored' };
          from += await this.batch.apply(claim, [{ ...some[0]!, outcome: { finding } }]);
        } else if (isUnstorable(error) || (isConflict(error) && tries <= MAX_TRIES)) {
          if (isUnstorable(error) || tries % TRIES === 0) size = Math.ceil(size / 2);
          else await pause(Math.random() * 50 * tries);
        } else {
          throw error;
        }
      }
    }
  }

  private async clear(claim: ImportClaim, signal: AbortSignal): Promise<void> {
    while (await this.jobs.deleteSomeChunks(claim)) if (signal.aborted) return this.jobs.release(claim);
    await this.jobs.finishClearing(claim);
  }

  private async giveUp(claim: ImportClaim, error: unknown): Promise<void> {
    if (error instanceof ClaimLost) return;
    if (!(error instanceof ImportFailure)) {
      await this.jobs.postpone(claim);
      throw error;
    }
    logger.info({ importId: claim.id, code: error.code }, 'contact import failed');
    await this.work.run(() => this.jobs.finishFailed(claim, error));
  }
}

/** A batch that could not be read is read again in the next turn. */
function ignore(): void {}
