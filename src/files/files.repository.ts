import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Any, type FindOptionsWhere, IsNull, MoreThan, Not, Raw } from 'typeorm';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId, uuidOrNil } from '../common/database/uuid';
import { required } from '../common/errors/required';
import { PIECE_BYTES } from '../common/http/gathered';
import { Settings } from '../config/load-settings';
import { StoredPiece } from './file-piece.entity';
import { File } from './file.entity';
import {
  BY_MAIL,
  type CarrierKey,
  type FileKey,
  type MailedFile,
  type Scan,
  type Uploader,
  type UploaderId,
} from './file.types';
import {
  APPEND_PIECE,
  CARRY_FILES,
  COUNT_FILES,
  FIND_BYTES,
  PAGE_STORED,
  PAGE_UNSTORED,
  PUT_PIECE,
  UNUSED_UNTIL,
  UPLOAD_ENDS,
} from './files.sql';

interface FileCounts {
  stored: number;
  unused: number;
  unusedBytes: number;
}

/** The tables files and file_pieces. */
@Injectable()
export class FilesRepository {
  /** Of a file that has just arrived. */
  private readonly arrived: { scan: Scan; workDueAt: (() => string) | null };

  constructor(
    private readonly work: UnitOfWork,
    { values: { FILES_SCANNER, FILES_STORE } }: Settings,
  ) {
    const isScanned = FILES_SCANNER !== null;
    const hasWork = isScanned || FILES_STORE !== null;
    this.arrived = {
      scan: isScanned ? 'waiting' : 'none',
      workDueAt: hasWork ? () => 'statement_timestamp()' : null,
    };
  }

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
    const { affected } = await this.work.manager.update(File, onItsWay(key), {
      ...whole,
      ...this.arrived,
      dueAt: () => UNUSED_UNTIL,
    });
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
  ): Promise<Pick<File, 'id' | 'sizeBytes' | 'scan'>[]> {
    return this.work.query(CARRY_FILES, [workspaceId, uploaderId, ids, conversationId, messageId]);
  }

  /** A file that came with a message, in its transaction. */
  async insertMailed(carrier: CarrierKey, { bytes, ...facts }: MailedFile): Promise<void> {
    const { workspaceId } = carrier;
    const id = newId();
    const file = { ...facts, sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest() };
    await this.work.manager.insert(File, { ...carrier, ...file, ...this.arrived, id, uploaderId: BY_MAIL });
    for (let startAt = 0; startAt < bytes.length; startAt += PIECE_BYTES) {
      const piece = Buffer.from(bytes.subarray(startAt, startAt + PIECE_BYTES));
      await this.work.manager.insert(StoredPiece, { workspaceId, fileId: id, startAt, bytes: piece });
    }
  }

  find({ workspaceId, id }: FileKey): Promise<File | null> {
    return this.work.manager.findOneBy(File, { workspaceId, id });
  }

  /** @throws NotFound if it is erased */
  async require({ workspaceId, id }: FileKey): Promise<File> {
    return required(await this.work.manager.findOneBy(File, { workspaceId, id }));
  }

  /** Whether the bytes lay where they are moved from; null: in `file_pieces`. An infected file has none. */
  async setObject(
    { workspaceId, id }: FileKey,
    { from, to }: { from: string | null; to: string | null },
  ): Promise<boolean> {
    const where = { workspaceId, id, objectKey: from ?? IsNull(), scan: Not('infected' as const) };
    return (await this.work.manager.update(File, where, { objectKey: to })).affected === 1;
  }

  /** A piece that may be there already, of a file that lies in this object. False: it does no more, or is gone. */
  async putPiece({ workspaceId, id }: FileKey, objectKey: string, startAt: number, bytes: Buffer): Promise<boolean> {
    return (await this.work.prepared(PUT_PIECE, [workspaceId, id, objectKey, startAt, bytes])).length > 0;
  }

  /** Files with these bytes in the order of their ids, of all workspaces, for the operator. */
  pageWhole(after: FileKey, isStored: boolean, limit: number): Promise<FileKey[]> {
    return this.work.query<FileKey>(isStored ? PAGE_STORED : PAGE_UNSTORED, [after.workspaceId, after.id, limit]);
  }

  /** The file stays without them. */
  async deleteBytes({ workspaceId, id: fileId }: FileKey): Promise<void> {
    await this.work.manager.delete(StoredPiece, { workspaceId, fileId });
  }

  /** At most ten in the order of the message, or as many as an email has. */
  listCarried({ workspaceId, conversationId, messageId }: CarrierKey): Promise<File[]> {
    const order = { position: 'ASC', id: 'ASC' } as const;
    return this.work.manager.find(File, { where: { workspaceId, conversationId, messageId }, order });
  }

  findCarried({ workspaceId, conversationId, messageId }: CarrierKey, id: string): Promise<File | null> {
    const carrier = { conversationId: uuidOrNil(conversationId), messageId: uuidOrNil(messageId) };
    return this.work.manager.findOneBy(File, { workspaceId, ...carrier, id: uuidOrNil(id) });
  }

  /** Bytes from an offset on; null: no piece has them. */
  async findBytes({ workspaceId, id }: FileKey, from: number): Promise<Buffer | null> {
    const [found] = await this.work.prepared<{ bytes: Buffer }>(FIND_BYTES, [workspaceId, id, from]);
    // The last piece before them: a move has stored only a part of the file.
    return found?.bytes.length ? found.bytes : null;
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
