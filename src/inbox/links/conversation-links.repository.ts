import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { type Page, pageOf, type PageRequest } from '../../common/database/page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { uuidOrNil } from '../../common/database/uuid';
import { required } from '../../common/errors/required';
import { ConversationLink } from './conversation-link.entity';

/** The table conversation_links. `workspaceId` sees the conversations of `sourceWorkspaceId`. */
@Injectable()
export class ConversationLinksRepository {
  constructor(private readonly work: UnitOfWork) {}

  exists(workspaceId: string, conversationId: string): Promise<boolean> {
    return this.work.manager.existsBy(ConversationLink, { workspaceId, conversationId: uuidOrNil(conversationId) });
  }

  /** Whether this workspace has linked the conversation to `workspaceId`. */
  existsFrom(sourceWorkspaceId: string, conversationId: string, workspaceId: string): Promise<boolean> {
    return this.work.manager.existsBy(ConversationLink, of(sourceWorkspaceId, conversationId, workspaceId));
  }

  /** @throws NotFound */
  async require(workspaceId: string, conversationId: string): Promise<ConversationLink> {
    const where = { workspaceId, conversationId: uuidOrNil(conversationId) };
    return required(await this.work.manager.findOneBy(ConversationLink, where));
  }

  /** The links of a conversation, oldest first; at most as many as a conversation can have. */
  listOf(sourceWorkspaceId: string, conversationId: string): Promise<ConversationLink[]> {
    return this.work.manager.find(ConversationLink, {
      where: { sourceWorkspaceId, conversationId: uuidOrNil(conversationId) },
      order: { createdAt: 'ASC', workspaceId: 'ASC' },
    });
  }

  /** The conversations that are linked to a workspace, newest first. */
  page(workspaceId: string, { limit, cursor }: PageRequest): Promise<Page<ConversationLink>> {
    const where = { workspaceId, ...(cursor === undefined ? {} : { conversationId: LessThan(cursor) }) };
    const read = (take: number): Promise<ConversationLink[]> =>
      this.work.manager.find(ConversationLink, { where, order: { conversationId: 'DESC' }, take });
    return pageOf(limit, read, ({ conversationId }) => conversationId);
  }

  async insert(link: Omit<ConversationLink, 'createdAt'>): Promise<ConversationLink> {
    const made = this.work.manager.create(ConversationLink, link);
    await this.work.manager.insert(ConversationLink, made);
    return made;
  }

  /** With the labels of the other workspace. Whether there was one. */
  async delete(sourceWorkspaceId: string, conversationId: string, workspaceId: string): Promise<boolean> {
    const which = of(sourceWorkspaceId, conversationId, workspaceId);
    return (await this.work.manager.delete(ConversationLink, which)).affected === 1;
  }
}

function of(
  sourceWorkspaceId: string,
  conversationId: string,
  workspaceId: string,
): Omit<ConversationLink, 'createdAt'> {
  return { workspaceId: uuidOrNil(workspaceId), conversationId: uuidOrNil(conversationId), sourceWorkspaceId };
}
