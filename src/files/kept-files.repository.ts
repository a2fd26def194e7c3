import { Injectable } from '@nestjs/common';
import { Any, IsNull } from 'typeorm';
import { UnitOfWork } from '../common/database/unit-of-work';
import { newId } from '../common/database/uuid';
import { File } from './file.entity';
import type { CarrierKey, FileKey, KeeperId, UploaderId } from './file.types';
import { COPY_FILES, INFECT_COPIES, KEEP_FILES, ORDER_KEPT_FILES } from './kept-files.sql';

/** The table files: those that saved replies keep, and the copies of them that share their bytes. */
@Injectable()
export class KeptFilesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** Those of the files that the keeper has got. */
  keep(
    workspaceId: string,
    uploaderId: UploaderId,
    ids: readonly string[],
    keeper: KeeperId,
  ): Promise<Pick<File, 'id' | 'scan'>[]> {
    return this.work.query(KEEP_FILES, [workspaceId, uploaderId, ids, keeper]);
  }

  async order(workspaceId: string, keeper: KeeperId, ids: readonly string[]): Promise<void> {
    await this.work.query(ORDER_KEPT_FILES, [workspaceId, keeper, ids]);
  }

  /** At most ten of each, in the order of the saved reply. */
  list(workspaceId: string, keepers: readonly KeeperId[]): Promise<File[]> {
    const where = { workspaceId, uploaderId: Any(keepers), messageId: IsNull(), dueAt: IsNull() };
    return this.work.manager.find(File, { where, order: { position: 'ASC', id: 'ASC' } });
  }

  /** Those of the ids that are kept; no more than the caller names. */
  listKeepers(workspaceId: string, ids: readonly string[]): Promise<Pick<File, 'uploaderId'>[]> {
    const where = { workspaceId, id: Any(ids), messageId: IsNull(), dueAt: IsNull() };
    return this.work.manager.find(File, { select: { uploaderId: true }, where });
  }

  /** They go once no message shares their bytes. */
  async release(workspaceId: string, keeper: KeeperId, ids: readonly string[]): Promise<void> {
    const where = { workspaceId, uploaderId: keeper, id: Any(ids), messageId: IsNull() };
    await this.work.manager.update(File, where, { dueAt: () => 'statement_timestamp()' });
  }

  /** Those of the files that the message has got, by the ids of the kept ones. */
  copy(
    { workspaceId, conversationId, messageId }: CarrierKey,
    uploaderId: UploaderId,
    { ids, keepers }: { ids: readonly string[]; keepers: readonly KeeperId[] },
  ): Promise<Pick<File, 'id' | 'sizeBytes' | 'scan'>[]> {
    const copies = ids.map(() => newId());
    return this.work.query(COPY_FILES, [workspaceId, uploaderId, ids, copies, conversationId, messageId, keepers]);
  }

  /** Those whose bytes were deleted with the file. */
  infectCopies({ workspaceId, id }: FileKey): Promise<(CarrierKey & FileKey)[]> {
    return this.work.query(INFECT_COPIES, [workspaceId, id]);
  }
}
