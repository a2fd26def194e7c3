import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { DomainEvents } from '../../common/events/domain-events';
import type { LeasedQueue } from '../../common/jobs/leased-queue';
import type { Claimed } from '../../common/jobs/leased-queue.types';
import { LeasedQueues } from '../../common/jobs/leased-queues';
import { logger } from '../../common/logging/logger';
import { Settings } from '../../config/load-settings';
import { File } from '../file.entity';
import { FILE_WORK, type FileKey, type Scan } from '../file.types';
import { FileScanned } from '../files-events';
import { FilesRepository } from '../files.repository';
import { KeptFilesRepository } from '../kept-files.repository';
import { scannerFor } from '../scanning/file-scanner';
import type { FileScanner } from '../scanning/file-scanner.types';
import { FileMover } from '../store/file-mover';
import { FileStore } from '../store/file-store';
import { FileBytes } from './file-bytes';
import { fileScans } from './file-metrics';

/** Files that one process works on at once; of one workspace one less. */
const MOST_AT_ONCE = 4;
/** The longest scan of a file. */
const SCAN_MS = 10 * 60_000;
/** Waits before the scanner is asked again, in seconds. */
const [SHORTEST_WAIT, LONGEST_WAIT] = [5, 300];

interface FileClaim extends FileKey, Claimed {
  scan: Scan;
  objectKey: string | null;
  sizeBytes: string;
  bytesOf: string | null;
  /** Whether the file arrived more than an hour ago. */
  isOverdue: boolean;
}

/** Scans files after they have arrived, and then moves them to FILES_STORE. Nothing passes that the scanner has not found to be clean. */
@Injectable()
export class FileWork {
  private readonly queue: LeasedQueue<File, FileClaim>;
  private readonly scanner: FileScanner | null;

  constructor(
    private readonly files: FilesRepository,
    private readonly kept: KeptFilesRepository,
    private readonly bytes: FileBytes,
    private readonly mover: FileMover,
    private readonly store: FileStore,
    private readonly events: DomainEvents,
    private readonly work: UnitOfWork,
    settings: Settings,
    queues: LeasedQueues,
  ) {
    this.scanner = scannerFor(settings.values.FILES_SCANNER);
    this.queue = queues.open<File, FileClaim>({
      name: 'files',
      task: FILE_WORK,
      entity: File,
      columns: ['scan', 'sizeBytes', 'objectKey', 'bytesOf'],
      computed: { isOverdue: `t.created_at < statement_timestamp() - interval '1 hour'` },
      leaseSeconds: 60,
      concurrency: MOST_AT_ONCE,
      work: (claim, signal) => this.process(claim, signal),
      shape: {
        lease: 'workDueAt',
        waiting: 'work_due_at IS NOT NULL',
        due: 'work_due_at <= now()',
        since: 'work_due_at',
      },
    });
  }

  private async process(claim: FileClaim, signal: AbortSignal): Promise<void> {
    const isScanned = claim.scan !== 'waiting' && claim.scan !== 'failed';
    if (!isScanned && !(await this.scan(claim, signal))) return;
    if (await this.move(claim, signal)) await this.queue.finish(claim);
  }

  /** Whether there is nothing left to move. If not, the claim has ended: the file can be used where it is. */
  private async move(claim: FileClaim, signal: AbortSignal): Promise<boolean> {
    if (!this.store.isSet || claim.objectKey !== null) return true;
    try {
      await this.mover.toStore(claim);
      return true;
    } catch (error) {
      if (signal.aborted) throw error;
      logger.warn({ err: error, file: claim.id, attempts: claim.attempts }, 'a file could not be moved to its store');
      await this.postpone(claim);
      return false;
    }
  }

  private postpone(claim: FileClaim): Promise<void> {
    return this.queue.postpone(claim, Math.min(SHORTEST_WAIT * 2 ** (claim.attempts - 1), LONGEST_WAIT));
  }

  /** Whether the file can be used. If not, the claim has ended. */
  private async scan(claim: FileClaim, signal: AbortSignal): Promise<boolean> {
    // Files that wait when the scanner is switched off.
    if (!this.scanner) return this.settle(claim, 'none');
    if (await this.isSourceInfected(claim)) return this.settle(claim, 'infected');
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(SCAN_MS)]);
    try {
      const sizeBytes = Number(claim.sizeBytes);
      const verdict = await this.scanner.scan({ bytes: this.bytes.read(claim, sizeBytes), sizeBytes }, bounded);
      fileScans.inc({ result: verdict });
      return await this.settle(claim, verdict);
    } catch (error) {
      if (signal.aborted) throw error;
      fileScans.inc({ result: 'failed' });
      logger.warn({ err: error, file: claim.id, attempts: claim.attempts }, 'a file could not be scanned');
      if (claim.isOverdue && claim.scan === 'waiting') await this.settle(claim, 'failed');
      await this.postpone(claim);
      return false;
    }
  }

  /** The bytes that it shares are deleted then. */
  private async isSourceInfected({ workspaceId, bytesOf }: FileClaim): Promise<boolean> {
    return bytesOf !== null && (await this.files.find({ workspaceId, id: bytesOf }))?.scan === 'infected';
  }

  /** Stores what is known now. Whether the file can be used. */
  private async settle(claim: FileClaim, scan: Scan): Promise<boolean> {
    await this.work.run(async () => {
      if (scan === 'infected') await this.queue.finish(claim, { scan });
      else await this.queue.proceed(claim, { scan });
      if (scan === 'infected') await this.removeBytes(claim);
      // Its row is locked now: the process that takes the file over sees what is stored here.
      const file = await this.files.require(claim);
      const { workspaceId, conversationId, messageId } = file;
      if (conversationId === null || messageId === null) return;
      this.events.publish(new FileScanned({ workspaceId, conversationId, messageId, fileId: file.id, scan }));
    });
    return scan === 'none' || scan === 'clean';
  }

  /** Also from the files that share them, with any verdict of their own. */
  private async removeBytes(claim: FileClaim): Promise<void> {
    await this.files.deleteBytes(claim);
    for (const { id: fileId, ...carrier } of await this.kept.infectCopies(claim)) {
      this.events.publish(new FileScanned({ ...carrier, fileId, scan: 'infected' }));
    }
  }
}
