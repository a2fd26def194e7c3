import { Injectable } from '@nestjs/common';
import { ConversationUpdated } from './conversation-events';
import { DomainEvents } from '../common/events/domain-events';
import { InboxEventsService } from './inbox-events.service';
import type { ListedVisitorConversation, ShownMessage, VisitorConversationState } from './visitor-conversations.types';
import { TYPING } from './inbox-event.types';
import { VisitorConversationsRepository } from './visitor-conversations.repository';

/** Conversations of the widget, as far as their visitors see them. Whose they are is for the caller to know. */
@Injectable()
export class VisitorConversationsService {
  constructor(
    private readonly conversations: VisitorConversationsRepository,
    private readonly events: DomainEvents,
    private readonly stream: InboxEventsService,
  ) {}

  /** Null where the agent has no such conversation in the widget. One statement. */
  find(workspaceId: string, agentId: string, id: string): Promise<VisitorConversationState | null> {
    return this.conversations.find(workspaceId, agentId, id);
  }

  /** Of the contact, or where there is none, those that are named. Newest first, at most `most`. */
  list(
    workspaceId: string,
    agentId: string,
    of: { ids: readonly string[]; contactId: string | null },
    most: number,
  ): Promise<ListedVisitorConversation[]> {
    return this.conversations.list(workspaceId, agentId, of, most);
  }

  /** Those of the messages that are shown, in no order. */
  listMessages(workspaceId: string, conversationId: string, ids: readonly string[]): Promise<ShownMessage[]> {
    return ids.length === 0 ? Promise.resolve([]) : this.conversations.listMessages(workspaceId, conversationId, ids);
  }

  /** In the order of writing; as many as there are. */
  listShownIds(workspaceId: string, conversationId: string): Promise<{ id: string; fromVisitor: boolean }[]> {
    return this.conversations.listShownIds(workspaceId, conversationId);
  }

  /** Those of the conversations that are with nobody yet are with the contact: their ids. */
  async moveToContact(
    workspaceId: string,
    agentId: string,
    ids: readonly string[],
    contactId: string,
  ): Promise<string[]> {
    const moved = await this.conversations.updateContact(workspaceId, ids, contactId);
    for (const conversationId of moved) this.publishUpdated(workspaceId, agentId, conversationId);
    return moved;
  }

  /** A visitor has changed their details. Joins the caller's transaction. */
  publishUpdated(workspaceId: string, agentId: string, conversationId: string): void {
    this.events.publish(new ConversationUpdated({ workspaceId, agentId, conversationId }));
  }

  /** All that a contact has with the agent. */
  listIdsOfContact(workspaceId: string, agentId: string, contactId: string): Promise<string[]> {
    return this.conversations.listIdsOfContact(workspaceId, agentId, contactId);
  }

  /** Shows members that the visitor types, or no longer does. */
  showTyping(workspaceId: string, agentId: string, conversationId: string, typing: boolean): Promise<void> {
    return this.stream.append([{ workspaceId, agentId, conversationId, type: TYPING, typing }]);
  }
}
