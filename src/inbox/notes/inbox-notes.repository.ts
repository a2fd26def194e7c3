import { Injectable } from '@nestjs/common';
import { Any, LessThan } from 'typeorm';
import { type Page, pageOf, type PageRequest } from '../../common/database/page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { uuidOrNil } from '../../common/database/uuid';
import { InboxNote } from './inbox-note.entity';
import { LIST_NEWEST_NOTES } from './inbox-notes.sql';

/** The table inbox_notes. */
@Injectable()
export class InboxNotesRepository {
  constructor(private readonly work: UnitOfWork) {}

  async insert(note: Omit<InboxNote, 'createdAt'>): Promise<InboxNote> {
    const made = this.work.manager.create(InboxNote, note);
    await this.work.manager.insert(InboxNote, made);
    return made;
  }

  find(workspaceId: string, conversationId: string, id: string): Promise<InboxNote | null> {
    return this.work.manager.findOneBy(InboxNote, { workspaceId, conversationId, id: uuidOrNil(id) });
  }

  /** Newest first. */
  page(workspaceId: string, conversationId: string, { limit, cursor }: PageRequest): Promise<Page<InboxNote>> {
    const where = { workspaceId, conversationId, ...(cursor === undefined ? {} : { id: LessThan(cursor) }) };
    const read = (take: number): Promise<InboxNote[]> =>
      this.work.manager.find(InboxNote, { where, order: { id: 'DESC' }, take });
    return pageOf(limit, read, ({ id }) => id);
  }

  /** The newest notes, oldest first: at most `most`, and as many as begin within `characters`. */
  listNewest(
    workspaceId: string,
    conversationId: string,
    { most, characters }: { most: number; characters: number },
  ): Promise<Pick<InboxNote, 'id' | 'content'>[]> {
    return this.work.query(LIST_NEWEST_NOTES, [workspaceId, conversationId, most, characters]);
  }

  /** As many as these conversations have. */
  async listIds(workspaceId: string, conversationIds: readonly string[]): Promise<string[]> {
    const found = await this.work.manager.find(InboxNote, {
      select: { workspaceId: true, conversationId: true, id: true },
      where: { workspaceId, conversationId: Any(conversationIds) },
    });
    return found.map(({ id }) => id);
  }
}
