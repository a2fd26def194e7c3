import { Injectable } from '@nestjs/common';
import type { Eraser, Erasure, ErasureSubject } from '../common/erasure/erasure.types';
import { Erasers } from '../common/erasure/erasers';
import { DomainEvents } from '../common/events/domain-events';
import { ConversationsErased } from './conversation-events';
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

  async erase({ workspaceId, conversationIds }: Erasure): Promise<{ messages: number }> {
    const ofAgents = await this.conversations.delete(workspaceId, conversationIds);
    this.events.publish(...ofAgents.map((erased) => new ConversationsErased({ workspaceId, ...erased })));
    return { messages: ofAgents.reduce((sum, { messages }) => sum + messages, 0) };
  }
}
