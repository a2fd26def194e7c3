import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { NotFound } from '../../common/errors/domain-error';
import { PIECE_BYTES } from '../../common/http/gathered';
import type { File } from '../file.entity';
import type { FileKey } from '../file.types';
import { FilesRepository } from '../files.repository';
import { FileBytes } from '../work/file-bytes';
import { FileObjectsRepository } from './file-objects.repository';
import { FileStore } from './file-store';
import { StoreFailed } from '../../common/outbound/object-store';

/** Moves the bytes of a file between PostgreSQL and FILES_STORE. Any number of processes may move the same file, and die at any line. */
@Injectable()
export class FileMover {
  constructor(
    private readonly files: FilesRepository,
    private readonly bytes: FileBytes,
    private readonly objects: FileObjectsRepository,
    private readonly store: FileStore,
    private readonly work: UnitOfWork,
  ) {}

  /** The pieces are deleted once the object is there as a whole. Does nothing if it is there already. @throws StoreFailed */
  async toStore(key: FileKey): Promise<void> {
    const file = await this.files.find(key);
    // A file that shares the bytes of another one has none to move.
    if (!file || file.objectKey !== null || file.bytesOf !== null) return;
    if (file.sha256 === null || file.scan === 'infected') return;
    const { sizeBytes, sha256 } = file;
    const objectKey = await this.objects.claim(key);
    try {
      await this.store.with((objects) =>
        objects.put(objectKey, this.bytes.read(key, sizeBytes), { sizeBytes, sha256 }),
      );
    } catch (error) {
      // Erased meanwhile: its object is swept.
      if (error instanceof NotFound) return;
      throw error;
    }
    await this.work.run(async () => {
      if (!(await this.objects.accept(key, objectKey))) return;
      if (await this.files.setObject(key, { from: null, to: objectKey })) await this.files.deleteBytes(key);
    });
  }

  /** The object is swept later. @throws StoreFailed, also if the object is not the file */
  async toPostgres(key: FileKey): Promise<void> {
    const file = await this.files.find(key);
    if (!file || file.objectKey === null) return;
    const { objectKey, sizeBytes } = file;
    for (let at = 0; at < sizeBytes; at += PIECE_BYTES) {
      const length = Math.min(PIECE_BYTES, sizeBytes - at);
      const piece = await this.store.with((objects) => objects.read(objectKey, at, length));
      if (!piece) throw new StoreFailed('An object is missing', 404);
      // Erased meanwhile, or moved by another process.
      if (!(await this.files.putPiece(key, objectKey, at, piece))) return;
    }
    const isWhole = await this.work.run(async () => {
      if (!(await this.files.setObject(key, { from: objectKey, to: null }))) return true;
      if (await this.hasAllBytes(file)) return true;
      await this.files.deleteBytes(key);
      await this.files.setObject(key, { from: null, to: objectKey });
      return false;
    });
    if (!isWhole) throw new StoreFailed('An object is not its file', 200);
  }

  /** Of its pieces, which several processes may have put. The caller has locked the row. */
  private async hasAllBytes({ workspaceId, id, sizeBytes, sha256 }: File): Promise<boolean> {
    const hash = createHash('sha256');
    try {
      for await (const piece of this.bytes.read({ workspaceId, id }, sizeBytes)) hash.update(piece);
    } catch (error) {
      if (error instanceof NotFound) return false;
      throw error;
    }
    return sha256 === null || hash.digest().equals(sha256);
  }
}
