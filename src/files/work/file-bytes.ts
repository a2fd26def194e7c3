import { Injectable } from '@nestjs/common';
import { NotFound } from '../../common/errors/domain-error';
import { logger } from '../../common/logging/logger';
import type { File } from '../file.entity';
import type { FileKey } from '../file.types';
import { FileUnavailable } from '../files.errors';
import { FilesRepository } from '../files.repository';
import { FileStore } from '../store/file-store';
import { StoreFailed } from '../../common/outbound/object-store';

/** Bytes of one request to the store. */
const PART_BYTES = 1_048_576;

/** The bytes of files, wherever they lie: also while they are moved. */
@Injectable()
export class FileBytes {
  constructor(
    private readonly files: FilesRepository,
    private readonly store: FileStore,
  ) {}

  /**
   * Each piece when the reader is ready for it.
   *
   * @throws NotFound if the file is erased in the meantime, FileUnavailable 503 if its store does not give it
   */
  async *read(key: FileKey, sizeBytes: number): AsyncGenerator<Buffer> {
    for (let at = 0; at < sizeBytes;) {
      const piece = (await this.files.findBytes(key, at)) ?? (await this.part(key, at, sizeBytes));
      // The answer must not look like a whole file.
      if (piece.length === 0) throw new NotFound();
      yield piece;
      at += piece.length;
    }
  }

  /** The file with the bytes. */
  private async requireSource(key: FileKey): Promise<File> {
    const file = await this.files.require(key);
    return file.bytesOf === null ? file : this.files.require({ ...key, id: file.bytesOf });
  }

  /** The row is read for each part, so that the transfer of an erased file breaks. */
  private async part(key: FileKey, at: number, sizeBytes: number): Promise<Buffer> {
    const { objectKey } = await this.requireSource(key);
    // Its pieces are gone, and it has no object: it is infected, or was moved back a moment ago.
    if (objectKey === null) return (await this.files.findBytes(key, at)) ?? Buffer.alloc(0);
    try {
      return await this.store.with(async (objects) => {
        const part = await objects.read(objectKey, at, Math.min(PART_BYTES, sizeBytes - at));
        if (!part) throw new StoreFailed('An object is missing', 404);
        return part;
      });
    } catch (error) {
      if (!(error instanceof StoreFailed)) throw error;
      logger.error({ err: error, file: key.id }, 'a file could not be read from its store');
      throw new FileUnavailable();
    }
  }
}
