import { Injectable } from '@nestjs/common';
import { uuidOrNil } from '../../common/database/uuid';
import { BackgroundRunner, type BackgroundTask } from '../../common/jobs/background-runner';
import { logger } from '../../common/logging/logger';
import { FileObjectsRepository, type ObjectKey } from './file-objects.repository';
import { FileStore } from './file-store';

const BATCH = 500;
const BEGINNING: ObjectKey = { workspaceId: uuidOrNil(''), key: '' };

/**
 * Deletes objects whose files are gone: erased with their conversation or workspace, never sent, or moved. Looks at all objects, one
 * batch after the other, in each process: it marks the row, deletes the object, and then the row, so that any process ends what
 * another has begun.
 */
@Injectable()
export class ObjectSweep implements BackgroundTask {
  readonly name = 'file-objects';
  readonly idleMs = 10 * 60_000;
  private after = BEGINNING;

  constructor(
    private readonly objects: FileObjectsRepository,
    private readonly store: FileStore,
    runner: BackgroundRunner,
  ) {
    runner.register(this);
  }

  async runOnce(signal: AbortSignal): Promise<boolean> {
    const batch = await this.objects.page(this.after, BATCH);
    const isLast = batch.length < BATCH;
    this.after = isLast ? BEGINNING : (batch.at(-1) ?? BEGINNING);
    if (batch.length === 0) return false;
    for (const orphan of await this.objects.markOrphans(batch)) {
      if (signal.aborted) return false;
      await this.remove(orphan);
    }
    return !isLast;
  }

  /** An object that cannot be deleted now keeps its row for the next time. */
  private async remove(orphan: ObjectKey): Promise<void> {
    try {
      await this.store.with((objects) => objects.delete(orphan.key));
      await this.objects.delete(orphan);
    } catch (error) {
      logger.warn({ err: error, workspaceId: orphan.workspaceId }, 'an object of a file could not be deleted');
    }
  }
}
