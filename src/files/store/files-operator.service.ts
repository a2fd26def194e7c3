import { Injectable } from '@nestjs/common';
import { uuidOrNil } from '../../common/database/uuid';
import { logger } from '../../common/logging/logger';
import { FileUnavailable } from '../files.errors';
import { FilesRepository } from '../files.repository';
import { FileMover } from './file-mover';
import { FileStore } from './file-store';
import { StoreFailed } from '../../common/outbound/object-store';

export const FILE_STORES = ['s3', 'postgres'] as const;
export type FileStoreName = (typeof FILE_STORES)[number];

const BATCH = 500;

/** Moves the files of all workspaces for the operator, while the service continues. */
@Injectable()
export class FilesOperatorService {
  constructor(
    private readonly files: FilesRepository,
    private readonly mover: FileMover,
    private readonly store: FileStore,
  ) {}

  get hasStore(): boolean {
    return this.store.isSet;
  }

  /** Their number, and that of the files that could not be moved. Repeated, it moves what is left. */
  async moveAll(to: FileStoreName, progress: (moved: number) => void): Promise<{ moved: number; failed: number }> {
    let [moved, failed] = [0, 0];
    let after = { workspaceId: uuidOrNil(''), id: uuidOrNil('') };
    for (;;) {
      const batch = await this.files.pageWhole(after, to === 'postgres', BATCH);
      for (const file of batch) {
        try {
          await (to === 's3' ? this.mover.toStore(file) : this.mover.toPostgres(file));
          progress((moved += 1));
        } catch (error) {
          if (!(error instanceof StoreFailed || error instanceof FileUnavailable)) throw error;
          failed += 1;
          logger.warn({ err: error, workspaceId: file.workspaceId, file: file.id }, 'a file could not be moved');
        }
      }
      const last = batch.at(-1);
      if (!last || batch.length < BATCH) return { moved, failed };
      after = last;
    }
  }
}
