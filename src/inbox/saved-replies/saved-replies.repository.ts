import { Injectable } from '@nestjs/common';
import { Brackets, type SelectQueryBuilder } from 'typeorm';
import { onViolation } from '../../common/database/constraint-violation';
import { type Page, pageOf, type PageRequest } from '../../common/database/page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { newId, uuidOrNil } from '../../common/database/uuid';
import { required } from '../../common/errors/required';
import type { Member } from '../../common/request/principal';
import { nameKey } from '../../common/text/name-key';
import { SavedReplyNameTaken, SavedReplyShortcutTaken } from './saved-replies.errors';
import { SavedReply, type SavedReplyContent } from './saved-reply.entity';

/** The parts of a member that decide which replies they see. */
export type SavedReplyReader = Pick<Member, 'workspaceId' | 'memberId' | 'agentIds'>;

/** The table saved_replies. A member sees shared replies for their agents, and their own private ones. */
@Injectable()
export class SavedRepliesRepository {
  constructor(private readonly work: UnitOfWork) {}

  /** @throws SavedReplyNameTaken, SavedReplyShortcutTaken 409, also for the later of two callers; the transaction is lost then */
  async insert(reply: SavedReplyContent & Pick<SavedReply, 'workspaceId' | 'authorMemberId'>): Promise<SavedReply> {
    const made = this.work.manager.create(SavedReply, {
      ...reply,
      id: newId(),
      nameKey: nameKey(reply.name),
      usedCount: 0,
      lastUsedAt: null,
      version: 1,
    });
    await unique(this.work.manager.insert(SavedReply, made));
    return made;
  }

  /** Oldest first. `search`: a text in the name, the shortcut or the content, regardless of case. */
  page(
    reader: SavedReplyReader,
    { limit, cursor, search }: PageRequest & { search?: string },
  ): Promise<Page<SavedReply>> {
    const found = this.visible(reader).orderBy('r.id');
    if (cursor !== undefined) found.andWhere('r.id > :cursor', { cursor });
    if (search !== undefined) {
      found.andWhere(
        `(strpos(r.nameKey, :key) > 0 OR strpos(r.shortcut, lower(:search)) > 0
          OR strpos(lower(r.content), lower(:search)) > 0)`,
        { key: nameKey(search), search },
      );
    }
    return pageOf(
      limit,
      (most) => found.limit(most).getMany(),
      ({ id }) => id,
    );
  }

  exists(reader: SavedReplyReader, id: string): Promise<boolean> {
    return this.visible(reader)
      .andWhere('r.id = :id', { id: uuidOrNil(id) })
      .getExists();
  }

  /** @throws NotFound also if the reader does not see it */
  async require(reader: SavedReplyReader, id: string): Promise<SavedReply> {
    return required(await this.find(reader, id));
  }

  find(reader: SavedReplyReader, id: string): Promise<SavedReply | null> {
    return this.visible(reader)
      .andWhere('r.id = :id', { id: uuidOrNil(id) })
      .getOne();
  }

  /** @throws NotFound also if the reader does not see it */
  async requireLocked(reader: SavedReplyReader, id: string): Promise<SavedReply> {
    const locked = this.visible(reader)
      .andWhere('r.id = :id', { id: uuidOrNil(id) })
      .setLock('pessimistic_write');
    return required(await locked.getOne());
  }

  /** Those of the ids that the reader sees; no more than the caller names. Each stays until the transaction ends. */
  listShareLocked(reader: SavedReplyReader, ids: readonly string[]): Promise<SavedReply[]> {
    return this.visible(reader)
      .andWhere('r.id = ANY (:ids)', { ids })
      .orderBy('r.id')
      .setLock('for_key_share')
      .getMany();
  }

  countShared(workspaceId: string): Promise<number> {
    return this.work.manager.countBy(SavedReply, { workspaceId, visibility: 'workspace' });
  }

  countPrivate(workspaceId: string, authorMemberId: string): Promise<number> {
    return this.work.manager.countBy(SavedReply, { workspaceId, visibility: 'private', authorMemberId });
  }

  /** Changes these fields and the version. @throws as {@link insert} */
  async update(workspaceId: string, id: string, change: SavedReplyContent): Promise<SavedReply> {
    const touched = {
      ...change,
      nameKey: nameKey(change.name),
      version: () => 'version + 1',
      updatedAt: () => 'now()',
    };
    await unique(this.work.manager.update(SavedReply, { workspaceId, id }, touched));
    return required(await this.work.manager.findOneBy(SavedReply, { workspaceId, id }));
  }

  /** Counts one use, which is no change. */
  async countUse({ workspaceId, id, updatedAt }: SavedReply): Promise<void> {
    const use = { usedCount: () => 'used_count + 1', lastUsedAt: () => 'now()', updatedAt };
    await this.work.manager.update(SavedReply, { workspaceId, id }, use);
  }

  /** Whether there was one. */
  async delete(workspaceId: string, id: string): Promise<boolean> {
    return (await this.work.manager.delete(SavedReply, { workspaceId, id: uuidOrNil(id) })).affected === 1;
  }

  private visible({ workspaceId, memberId, agentIds }: SavedReplyReader): SelectQueryBuilder<SavedReply> {
    const replies = this.work.manager
      .createQueryBuilder(SavedReply, 'r')
      .where('r.workspaceId = :workspaceId', { workspaceId })
      .andWhere(`(r.visibility = 'workspace' OR r.authorMemberId = :memberId)`, { memberId });
    if (agentIds === null) return replies;
    return replies.andWhere(
      new Brackets((any) =>
        any.where('cardinality(r.agentIds) = 0').orWhere('r.agentIds && :agentIds::uuid[]', { agentIds }),
      ),
    );
  }
}

async function unique<T>(statement: Promise<T>): Promise<T> {
  const name = (): Error => new SavedReplyNameTaken();
  const shortcut = (): Error => new SavedReplyShortcutTaken();
  const names = onViolation('saved_replies_own_name', onViolation('saved_replies_name', statement, name), name);
  const shortcuts = onViolation('saved_replies_shortcut', names, shortcut);
  return onViolation('saved_replies_own_shortcut', shortcuts, shortcut);
}
