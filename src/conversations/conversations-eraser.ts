import { Injectable } from '@nestjs/common';
import type { Eraser, Erasure, ErasureSubject } from '../common/erasure/erasure.types';
import { Erasers } from '../common/erasure/erasers';
import { DomainEvents } from '../common/events/domain-events';
import { MOST_ERASED_IN_EVENT } from './conversation-event.types';
import { ConversationsErased } from './conversation-events';
import type { ErasedOfAgent } from './conversation.types';
import { ConversationQueriesRepository } from './conversation-queries.repository';
import { ConversationsRepository } from './conversations.repository';

/** Erases conversations and their messages. */
@Injectable()
export class ConversationsEraser implements Eraser {
  readonly step = 'conversations';
  readonly tables = ['conversations', 'messages'];

  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly queries: ConversationQueriesRepository,
    private readonly events: DomainEvents,
    erasers: Erasers,
  ) {
    erasers.register(this);
  }

  async count({ workspaceId, conversationIds }: ErasureSubject): Promise<{ messages: number }> {
    return { messages: await this.queries.countMessages(workspaceId, conversationIds) };
  }

  async erase(erasure: Erasure): Promise<{ messages: number }> {
    const { workspaceId, conversationIds } = erasure;
    const ofAgents = await this.conversations.delete(workspaceId, conversationIds);
    this.publish(erasure, ofAgents);
    return { messages: ofAgents.reduce((sum, { messages }) => sum + messages, 0) };
  }

  /** One event for each agent, or several where there are more conversations than an event may name. */
  private publish({ workspaceId, cause, contactId }: Erasure, ofAgents: readonly ErasedOfAgent[]): void {
    const ofPerson = contactId === null ? ('visitor' as const) : ('erasure' as const);
    const reason = cause === 'age' ? ('retention' as const) : ofPerson;
    for (const { ids, agentId, conversations, messages } of ofAgents) {
      for (let from = 0; from < ids.length; from += MOST_ERASED_IN_EVENT) {
        const counts = from === 0 ? { conversations, messages } : { conversations: 0, messages: 0 };
        const conversationIds = ids.slice(from, from + MOST_ERASED_IN_EVENT);
        this.events.publish(new ConversationsErased({ workspaceId, agentId, ...counts, conversationIds, reason }));
      }
    }
  }
}
