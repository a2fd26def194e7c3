import { Injectable } from '@nestjs/common';
import { Any, type FindOptionsWhere, IsNull, MoreThan, Not, Raw } from 'typeorm';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId, uuidOrNil } from '../common/database/uuid';
import { required } from '../common/errors/required';
import { File } from './file.entity';
import type { CarrierKey, FileKey, Uploader, UploaderId } from './file.types';
import { APPEND_PIECE, CARRY_FILES, COUNT_FILES, FIND_BYTES, UNUSED_UNTIL, UPLOAD_ENDS } from './files.sql';

interface FileCounts {
  stored: number;
  unused: number;
  unusedBytes: number;
}

/** The tables files and file_pieces. */
@Injectable()
export class FilesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Bytes of the workspace, and unused files of the caller. Exact while the workspace is locked. */
  async count({ workspaceId, uploaderId }: Uploader): Promise<FileCounts> {
    const [counts] = await this.work.query<FileCounts>(COUNT_FILES, [workspaceId, uploaderId]);
    return required(counts);
  }

  /** A file that is on its way. */
  async insert(file: Pick<File, 'workspaceId' | 'uploaderId' | 'fileName' | 'mediaType'>): Promise<FileKey> {
    const id = newId();
    await this.work.manager.insert(File, { ...file, id, dueAt: () => UPLOAD_ENDS });
    return { workspaceId: file.workspaceId, id };
  }

  /** Goes on holding the place of a file that is on its way, unless it was lost: its pieces may be gone. */
  async renew(key: FileKey): Promise<void> {
    await this.work.manager.update(File, onItsWay(key), { dueAt: () => UPLOAD_ENDS });
  }

  /** False where the place was lost. */
  async append({ workspaceId, id }: FileKey, startAt: number, bytes: Buffer): Promise<boolean> {
    return (await this.work.prepared(APPEND_PIECE, [workspaceId, id, startAt, bytes, bytes.length])).length > 0;
  }

  /** The file is there as a whole; null where its place was lost. */
  async finish(key: FileKey, whole: Pick<File, 'mediaType' | 'sha256'>): Promise<File | null> {
    const { affected } = await this.work.manager.update(File, onItsWay(key), { ...whole, dueAt: () => UNUSED_UNTIL });
    return affected === 1 ? this.work.manager.findOneBy(File, { workspaceId: key.workspaceId, id: key.id }) : null;
  }

  /** With its pieces, unless it is whole. */
  async deleteUnfinished({ workspaceId, id }: FileKey): Promise<void> {
    await this.work.manager.delete(File, { workspaceId, id, sha256: IsNull() });
  }

  /** An unused file of this caller; null: there is none. */
  async findUnused(workspaceId: string, uploaderId: UploaderId, id: string): Promise<File | null> {
    return this.work.manager.findOneBy(File, unused(workspaceId, uploaderId, id));
  }

  /** Those of the ids that the caller has unused; no more than the caller names. */
  listUnused(workspaceId: string, uploaderId: UploaderId, ids: readonly string[]): Promise<File[]> {
    return this.work.manager.findBy(File, { ...unused(workspaceId, uploaderId, ''), id: Any(ids) });
  }

  /** Whether there was one. With its pieces. */
  async deleteUnused(workspaceId: string, uploaderId: UploaderId, id: string): Promise<boolean> {
    const { affected } = await this.work.manager.delete(File, unused(workspaceId, uploaderId, id));
    return affected === 1;
  }

  /** Files of these callers that no message carries, also those on their way. */
  countUnusedOf(workspaceId: string, uploaderIds: readonly UploaderId[]): Promise<number> {
    return this.work.manager.countBy(File, { workspaceId, uploaderId: Any(uploaderIds), messageId: IsNull() });
  }

  /** Their number. With their pieces. */
  async deleteUnusedOf(workspaceId: string, uploaderIds: readonly UploaderId[]): Promise<number> {
    const which = { workspaceId, uploaderId: Any(uploaderIds), messageId: IsNull() };
    return (await this.work.manager.delete(File, which)).affected ?? 0;
  }

  /** Those of the files that the message has got. */
  carry(
    { workspaceId, conversationId, messageId }: CarrierKey,
    uploaderId: UploaderId,
    ids: readonly string[],
  ): Promise<{ id: string; sizeBytes: number }[]> {
    return this.work.query(CARRY_FILES, [workspaceId, uploaderId, ids, conversationId, messageId]);
  }

  /** In the order of their upload; at most ten. */
  listCarried({ workspaceId, conversationId, messageId }: CarrierKey): Promise<File[]> {
    return this.work.manager.find(File, { where: { workspaceId, conversationId, messageId }, order: { id: 'ASC' } });
  }

  findCarried({ workspaceId, conversationId, messageId }: CarrierKey, id: string): Promise<File | null> {
    const carrier = { conversationId: uuidOrNil(conversationId), messageId: uuidOrNil(messageId) };
    return this.work.manager.findOneBy(File, { workspaceId, ...carrier, id: uuidOrNil(id) });
  }

  /** Bytes from an offset on; null: the file is gone. */
  async findBytes({ workspaceId, id }: FileKey, from: number): Promise<Buffer | null> {
    const [found] = await this.work.prepared<{ bytes: Buffer }>(FIND_BYTES, [workspaceId, id, from]);
    return found?.bytes ?? null;
  }
}

/** By the clock that the end of its lease was written with. */
function onItsWay({ workspaceId, id }: FileKey): FindOptionsWhere<File> {
  return { workspaceId, id, sha256: IsNull(), dueAt: Raw((column) => `${column} > statement_timestamp()`) };
}

function unused(workspaceId: string, uploaderId: UploaderId, id: string): FindOptionsWhere<File> {
  const isWhole = { sha256: Not(IsNull()), messageId: IsNull() };
  return { workspaceId, uploaderId, id: uuidOrNil(id), ...isWhole, dueAt: MoreThan(new Date()) };
}
