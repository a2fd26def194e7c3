import { Injectable } from '@nestjs/common';
import { ensureAll, ensureHarmless } from './carried-files.service';
import type { File } from './file.entity';
import { factsOf, type FileFacts, type KeeperId, type UploaderId } from './file.types';
import { FileInfected } from './files.errors';
import { KeptFilesRepository } from './kept-files.repository';

const KEEPER = 'saved_reply:';

/** Files that saved replies keep. Their rows need no removal of their own: a file that nothing keeps, and whose bytes no message shares, expires. */
@Injectable()
export class KeptFilesService {
  constructor(private readonly kept: KeptFilesRepository) {}

  /** In the transaction of the saved reply. @throws FilesUnknown 400 unless the uploader has each of them unused, FileInfected 409 */
  async keep(
    { workspaceId, id }: { workspaceId: string; id: string },
    uploaderId: UploaderId,
    ids: readonly string[],
  ): Promise<void> {
    if (ids.length === 0) return;
    const kept = await this.kept.keep(workspaceId, uploaderId, ids, keeperOf(id));
    ensureAll(ids, kept);
    ensureHarmless(ids, kept);
  }

  /** The order of all files of a saved reply, in its transaction. */
  async order({ workspaceId, id }: { workspaceId: string; id: string }, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.kept.order(workspaceId, keeperOf(id), ids);
  }

  /** In the transaction of the saved reply. */
  async release({ workspaceId, id }: { workspaceId: string; id: string }, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.kept.release(workspaceId, keeperOf(id), ids);
  }

  /** The files of saved replies by their ids, in the order that the saved replies have them in. */
  async list(workspaceId: string, savedReplyIds: readonly string[]): Promise<Map<string, FileFacts[]>> {
    const found = new Map<string, FileFacts[]>(savedReplyIds.map((id) => [id, []]));
    if (savedReplyIds.length === 0) return found;
    for (const file of await this.kept.list(workspaceId, savedReplyIds.map(keeperOf))) {
      found.get(savedReplyOf(file))?.push(factsOf(file));
    }
    return found;
  }

  /** The ids of the files of a saved reply. @throws FileInfected 409 with this path of the request */
  async requireHarmless({ workspaceId, id }: { workspaceId: string; id: string }, path: string): Promise<string[]> {
    const files = (await this.list(workspaceId, [id])).get(id) ?? [];
    if (files.some(({ status }) => status === 'infected')) throw new FileInfected([path]);
    return files.map((file) => file.id);
  }

  /** The saved replies that keep some of these files. */
  async listKeepers(workspaceId: string, ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    return [...new Set((await this.kept.listKeepers(workspaceId, ids)).map(savedReplyOf))];
  }
}

export function keeperOf(savedReplyId: string): KeeperId {
  return `${KEEPER}${savedReplyId}`;
}

function savedReplyOf({ uploaderId }: Pick<File, 'uploaderId'>): string {
  return uploaderId.slice(KEEPER.length);
}
