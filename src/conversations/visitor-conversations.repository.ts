import { Injectable } from '@nestjs/common';
import { Any, IsNull } from 'typeorm';
import { UnitOfWork } from '../common/database/unit-of-work';
import { uuidOrNil } from '../common/database/uuid';
import { Conversation } from './conversation.entity';
import type { ListedVisitorConversation, ShownMessage, VisitorConversationState } from './visitor-conversations.types';
import {
  FIND_VISITOR_CONVERSATION,
  LIST_SHOWN_IDS,
  LIST_SHOWN_MESSAGES,
  LIST_VISITOR_CONVERSATIONS,
} from './visitor-conversations.sql';

/** The tables conversations and messages, as visitors read them. */
@Injectable()
export class VisitorConversationsRepository {
  constructor(private readonly work: UnitOfWork) {}

  async find(workspaceId: string, agentId: string, id: string): Promise<VisitorConversationState | null> {
    const parameters = [workspaceId, agentId, uuidOrNil(id)];
    const [found] = await this.work.prepared<VisitorConversationState>(FIND_VISITOR_CONVERSATION, parameters);
    return found ?? null;
  }

  list(
    workspaceId: string,
    agentId: string,
    { ids, contactId }: { ids: readonly string[]; contactId: string | null },
    most: number,
  ): Promise<ListedVisitorConversation[]> {
    return this.work.query<ListedVisitorConversation>(LIST_VISITOR_CONVERSATIONS, [
      workspaceId,
      agentId,
      ids,
      contactId,
      most,
    ]);
  }

  listMessages(workspaceId: string, conversationId: string, ids: readonly string[]): Promise<ShownMessage[]> {
    return this.work.prepared<ShownMessage>(LIST_SHOWN_MESSAGES, [workspaceId, conversationId, ids]);
  }

  /** As many as there are. */
  listShownIds(workspaceId: string, conversationId: string): Promise<{ id: string; fromVisitor: boolean }[]> {
    return this.work.query(LIST_SHOWN_IDS, [workspaceId, conversationId]);
  }

  /** Those of the conversations that are with nobody yet; their ids. */
  async updateContact(workspaceId: string, ids: readonly string[], contactId: string): Promise<string[]> {
    const moved = await this.work.manager
      .createQueryBuilder()
      .update(Conversation)
      .set({ contactId, version: () => 'version + 1', updatedAt: () => 'now()' })
      .where({ workspaceId, id: Any(ids), contactId: IsNull() })
      .returning('id')
      .execute();
    return (moved.raw as { id: string }[]).map(({ id }) => id);
  }

  /** The agents' and the contact's: what an erasure by the visitor takes. */
  async listIdsOfContact(workspaceId: string, agentId: string, contactId: string): Promise<string[]> {
    const found = await this.work.manager.find(Conversation, {
      select: { workspaceId: true, id: true },
      where: { workspaceId, agentId, contactId },
    });
    return found.map(({ id }) => id);
  }
}
