import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm';
import { UnitOfWork } from '../../../common/database/unit-of-work';
import type { LeasedQueue } from '../../../common/jobs/leased-queue';
import { LeasedQueues } from '../../../common/jobs/leased-queues';
import { dueStates } from '../../../common/jobs/queues';
import { logger } from '../../../common/logging/logger';
import { EventLog } from '../../../events/event-log.service';
import { CONTACT_EVENTS } from '../../contact-event.types';
import { IndexingBacklog } from '../../search-sets/indexing-backlog';
import { ContactImport, IMPORT_LEASE } from '../contact-import.entity';
import { ImportFailure } from '../contact-imports.errors';
import { BatchWriter } from './batch-writer';
import { type ImportClaim, ImportJobsRepository } from './import-jobs.repository';
import { DUE_TO_CLEAR } from './import-jobs.sql';
import { type ContactRow, RowReader } from '../rows/row-reader';
import { isConflict, isUnstorable } from './sql-states';

export const CONTACT_IMPORTING = 'contact-importing';

/** How long one import is worked on before the next one gets its turn, in milliseconds. */
const TURN_MS = 2_000;
/** An import is given up after this many attempts, so that rows that crash a worker do not crash every worker. */
const MAX_ATTEMPTS = 5;
/** Attempts at a batch that conflicts with other writers before it is halved, and at a single row before it fails. */
const TRIES = 3;
const MAX_TRIES = 20;

/** Imports uploaded files, and deletes the remaining data of files that failed. */
@Injectable()
export class ContactImporting {
  readonly queue: LeasedQueue<ContactImport, ImportClaim>;

  constructor(
    private readonly jobs: ImportJobsRepository,
    private readonly batch: BatchWriter,
    private readonly backlog: IndexingBacklog,
    private readonly work: UnitOfWork,
    private readonly log: EventLog,
    queues: LeasedQueues,
  ) {
    this.queue = queues.open<ContactImport, ImportClaim>({
      name: 'contact_imports',
      task: CONTACT_IMPORTING,
      entity: ContactImport,
      columns: ['memberId', 'status', 'format', 'columns', 'separator', 'defaultCountry', 'lastRow', 'createdAt'],
      computed: { bytesDone: 't.bytes_done::float8' },
      leaseSeconds: IMPORT_LEASE.seconds,
      idleMs: 500,
      work: (claim, signal) => (claim.status === 'running' ? this.takeTurn(claim, signal) : this.clear(claim, signal)),
      onError: async (claim, error) => error instanceof ImportFailure && this.fail(claim, error),
      shape: {
        onClaim: `status = CASE t.status WHEN 'queued' THEN 'running' ELSE t.status END, started_at = coalesce(t.started_at, now())`,
        states: dueStates(`status IN ('queued', 'running')`),
      },
    });
  }

  private async takeTurn(claim: ImportClaim, signal: AbortSignal): Promise<void> {
    if (claim.attempts > MAX_ATTEMPTS) {
      throw new ImportFailure('internal_error', `Processing stopped repeatedly after row ${claim.lastRow}.`);
    }
    const position = { at: claim.bytesDone, lastRow: claim.lastRow };
    const reader = new RowReader(claim, position, (at) => this.jobs.findBytes(claim, at));
    const turnEnds = performance.now() + TURN_MS;
    let reading = reader.batch();
    for (;;) {
      const rows = await reading;
      if (rows.length === 0) return this.finish(claim, { status: 'completed', dueAt: () => DUE_TO_CLEAR });
      // Reads the next rows while the database writes these.
      reading = reader.batch();
      try {
        await this.store(claim, rows);
        await this.backlog.bound(claim.workspaceId, rows.length, signal);
      } finally {
        if (signal.aborted || performance.now() > turnEnds) await reading.catch(ignore);
        else reading.catch(ignore);
      }
      if (signal.aborted || performance.now() > turnEnds) return this.queue.release(claim);
    }
  }

  /** Retries rows that conflict with other writers, fewer at a time. */
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
          logger.error({ err: error, importId: claim.id }, 'a valid row was refused by the database');
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
    while (await this.jobs.deleteSomeChunks(claim)) if (signal.aborted) return this.queue.release(claim);
    // The report of an import stays; an upload leaves nothing.
    if (claim.status === 'uploading') await this.queue.delete(claim);
    else await this.queue.finish(claim);
  }

  /** Keeps the imported rows. The rest of the file, such as empty lines after the last row, is deleted next. */
  private async fail(claim: ImportClaim, { code, message }: ImportFailure): Promise<true> {
    logger.info({ importId: claim.id, code }, 'contact import failed');
    await this.finish(claim, { status: 'failed', failureCode: code, failureMessage: message, dueAt: () => 'now()' });
    return true;
  }

  private finish(claim: ImportClaim, change: QueryDeepPartialEntity<ContactImport>): Promise<void> {
    return this.work.run(async () => {
      await this.queue.finish(claim, { ...change, finishedAt: () => 'now()' });
      await this.jobs.requestIndex(claim);
      const { workspaceId, id: importId } = claim;
      const data = { importId, ...(await this.jobs.requireCounts(claim)) };
      this.log.append(CONTACT_EVENTS['contact_import.completed'], {
        workspaceId,
        agentId: null,
        subjectId: importId,
        data,
      });
    });
  }
}

/** A batch that could not be read is read again in the next turn. */
function ignore(): void {}
