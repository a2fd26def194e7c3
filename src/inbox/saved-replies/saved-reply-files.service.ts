import { Injectable } from '@nestjs/common';
import type { Member } from '../../common/request/principal';
import type { FileFacts, KeeperId } from '../../files/file.types';
import { keeperOf, KeptFilesService } from '../../files/kept-files.service';
import { type SavedReplyReader, SavedRepliesRepository } from './saved-replies.repository';
import type { SavedReply } from './saved-reply.entity';

export type SavedReplyWithFiles = SavedReply & { readonly files: readonly FileFacts[] };

/** Files that saved replies keep. What is written with a saved reply gets copies, which share the bytes. */
@Injectable()
export class SavedReplyFiles {
  constructor(
    private readonly replies: SavedRepliesRepository,
    private readonly files: KeptFilesService,
  ) {}

  /** The saved replies, of one workspace, with their files. */
  async of(replies: readonly SavedReply[]): Promise<SavedReplyWithFiles[]> {
    const [first] = replies;
    if (!first) return [];
    const ids = replies.map(({ id }) => id);
    const files = await this.files.list(first.workspaceId, ids);
    return replies.map((reply) => Object.assign(reply, { files: files.get(reply.id) ?? [] }));
  }

  /** @throws FileInfected 409 */
  idsOf(reply: SavedReply): Promise<string[]> {
    return this.files.requireHarmless(reply, '/savedReplyId');
  }

  /** Joins the caller's transaction, which has locked the saved reply. @throws FilesUnknown 400, FileInfected 409 */
  async replace(
    { memberId }: Member,
    reply: SavedReply,
    { before, after }: { before: readonly string[]; after: readonly string[] },
  ): Promise<void> {
    const added = after.filter((id) => !before.includes(id));
    const removed = before.filter((id) => !after.includes(id));
    await this.files.keep(reply, `member:${memberId}`, added);
    await this.files.release(reply, removed);
    await this.files.order(reply, after);
  }

  /**
   * The keepers of those files that a message in the conversation may get copies of. Joins the caller's transaction, until whose end
   * the saved replies stay.
   */
  async keepersOf(
    member: SavedReplyReader,
    { agentId }: { agentId: string },
    fileIds: readonly string[] = [],
  ): Promise<KeeperId[]> {
    const ids = await this.files.listKeepers(member.workspaceId, fileIds);
    if (ids.length === 0) return [];
    const usable = (await this.replies.listShareLocked(member, ids)).filter((reply) => isFor(reply, { agentId }));
    return usable.map(({ id }) => keeperOf(id));
  }
}

/** Whether a saved reply is for the conversations of an agent. */
export function isFor({ agentIds }: SavedReply, { agentId }: { agentId: string }): boolean {
  return agentIds.length === 0 || agentIds.includes(agentId);
}
