import { Injectable } from '@nestjs/common';
import { MoreThan, MoreThanOrEqual } from 'typeorm';
import { advisoryLock } from '../../common/database/advisory-lock';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../common/database/uuid';
import type { FileMediaType, SourceKey } from '../source.types';
import { FilePiece } from './file-piece.entity';
import { SourceFile, UPLOAD_LEASE } from './source-file.entity';
import { APPEND_PIECE, CLAIM_FILE } from './source-files.sql';

/** How long a file waits for a source to be made of it. */
const KEPT = `interval '1 hour'`;

/** Files, and their pieces, which are kept as long as the source that was made of them. */
@Injectable()
export class SourceFilesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Keeps others from taking a place of the workspace's until the transaction ends. */
  lockPlaces(workspaceId: string): Promise<void> {
    return advisoryLock(this.work, `source-files:${workspaceId}`);
  }

  /** Takes the place of a file that is on its way; null where the workspace has none left. Exact while the places are locked. */
  async claim(workspaceId: string, agentId: string, mediaType: FileMediaType): Promise<SourceKey | null> {
    const id = newId();
    const claimed = await this.work.query(CLAIM_FILE, [workspaceId, agentId, id, mediaType]);
    return claimed.length > 0 ? { workspaceId, agentId, id } : null;
  }

  /** Goes on holding a place. */
  async renew(file: SourceKey): Promise<void> {
    const dueAt = () => `clock_timestamp() + ${UPLOAD_LEASE.interval}`;
    await this.work.manager.update(SourceFile, { ...file, isComplete: false }, { dueAt });
  }

  /** False where the place was lost. */
  async append({ workspaceId, agentId, id }: SourceKey, startAt: number, bytes: Buffer): Promise<boolean> {
    const parameters = [workspaceId, agentId, id, startAt, bytes, bytes.length];
    return (await this.work.prepared(APPEND_PIECE, parameters)).length > 0;
  }

  /** The file is there as a whole; null where its place was lost. */
  async finish(file: SourceKey): Promise<SourceFile | null> {
    const change = { isComplete: true, dueAt: () => `clock_timestamp() + ${KEPT}` };
    const mine = { ...file, isComplete: false, dueAt: MoreThan(new Date(0)) };
    const { affected } = await this.work.manager.update(SourceFile, mine, change);
    return affected === 1 ? this.work.manager.findOneBy(SourceFile, file) : null;
  }

  /** Leaves its pieces to a source of its id; null where there is no such file. */
  async take(workspaceId: string, agentId: string, fileId: string): Promise<SourceFile | null> {
    const key = { workspaceId, agentId: uuidOrNil(agentId), id: uuidOrNil(fileId) };
    const lock = { mode: 'pessimistic_write' } as const;
    const file = await this.work.manager.findOne(SourceFile, { where: { ...key, isComplete: true }, lock });
    if (!file || file.dueAt < new Date()) return null;
    await this.work.manager.delete(SourceFile, key);
    return file;
  }

  /** With its pieces, unless it is complete. */
  async deleteUnfinished({ workspaceId, agentId, id }: SourceKey): Promise<void> {
    const { affected } = await this.work.manager.delete(SourceFile, { workspaceId, agentId, id, isComplete: false });
    if (affected === 1) await this.deletePieces({ workspaceId, agentId, id });
  }

  async deletePieces({ workspaceId, agentId, id: fileId }: SourceKey): Promise<void> {
    await this.work.manager.delete(FilePiece, { workspaceId, agentId, fileId });
  }

  /** One after the other, so that no more than one is in memory. */
  async *pieces({ workspaceId, agentId, id: fileId }: SourceKey): AsyncGenerator<Buffer> {
    for (let startAt = 0; ;) {
      const piece = await this.work.manager.findOne(FilePiece, {
        where: { workspaceId, agentId, fileId, startAt: MoreThanOrEqual(startAt) },
        order: { startAt: 'ASC' },
      });
      if (!piece) return;
      yield piece.bytes;
      startAt = piece.startAt + piece.bytes.length;
    }
  }
}
