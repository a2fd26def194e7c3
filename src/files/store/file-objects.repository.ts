import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { FileKey } from '../file.types';
import { FileObject } from './file-object.entity';
import { LIST_OBJECTS, MARK_ORPHANS, TAKE_OVER_OBJECT } from './file-objects.sql';

const KEY_BYTES = 24;

export type ObjectKey = Pick<FileObject, 'workspaceId' | 'key'>;

/** The table file_objects. */
@Injectable()
export class FileObjectsRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** The key for the object of a file that is going to be stored: that of an earlier attempt, or a new one. */
  async claim({ workspaceId, id: fileId }: FileKey): Promise<string> {
    const [earlier] = await this.work.query<{ key: string }>(TAKE_OVER_OBJECT, [workspaceId, fileId, null]);
    if (earlier) return earlier.key;
    const key = randomBytes(KEY_BYTES).toString('base64url');
    await this.work.manager.insert(FileObject, { workspaceId, key, fileId });
    return key;
  }

  /** Whether the object is still there for its file. From then on, and until the transaction ends, nothing deletes it. */
  async accept({ workspaceId, id: fileId }: FileKey, key: string): Promise<boolean> {
    return (await this.work.query(TAKE_OVER_OBJECT, [workspaceId, fileId, key])).length > 0;
  }

  /** Some objects in the order of their keys. */
  page(after: ObjectKey, limit: number): Promise<ObjectKey[]> {
    return this.work.query<ObjectKey>(LIST_OBJECTS, [after.workspaceId, after.key, limit]);
  }

  /** Those of the objects that are to be deleted. No file takes them over any more. */
  async markOrphans(objects: readonly ObjectKey[]): Promise<ObjectKey[]> {
    const columns = [objects.map(({ workspaceId }) => workspaceId), objects.map(({ key }) => key)];
    return this.work.query<ObjectKey>(MARK_ORPHANS, columns);
  }

  async delete({ workspaceId, key }: ObjectKey): Promise<void> {
    await this.work.manager.delete(FileObject, { workspaceId, key });
  }
}
