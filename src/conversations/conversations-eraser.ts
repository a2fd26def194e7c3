import { Injectable } from '@nestjs/common';
import type { Eraser, Erasure, ErasureSubject } from '../common/erasure/erasure.types';
import { Erasers } from '../common/erasure/erasers';
import { DomainEvents } from '../common/events/domain-events';
import { StoredResponses } from '../common/idempotency/stored-responses';
import { ConversationsErased } from './conversation-events';
import { ConversationsRepository } from './conversations.repository';
import { InboxNotesRepository } from '../inbox/notes/inbox-notes.repository';
import { RepliesRepository } from '../inbox/replies/replies.repository';

/** Conversations with their messages, and the responses that are stored about replies and notes. */
@Injectable()
export class ConversationsEraser implements Eraser {
  readonly step = 'conversations';
  readonly tables = ['conversations', 'messages'];

  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly replies: RepliesRepository,
    private readonly notes: InboxNotesRepository,
    private readonly responses: StoredResponses,
    private readonly events: DomainEvents,
    erasers: Erasers,
  ) {
    erasers.register({ step: 'contents', erase: (erasure) => this.eraseResponses(erasure) });
    erasers.register(this);
  }

  async count({ workspaceId, conversationIds }: ErasureSubject): Promise<{ messages: number }> {
    return { messages: await this.conversations.countMessages(workspaceId, conversationIds) };
  }

  async erase({ workspaceId, conversationIds }: Erasure): Promise<{ messages: number }> {
    const ofAgents = await this.conversations.delete(workspaceId, conversationIds);
    this.events.publish(...ofAgents.map((erased) => new ConversationsErased({ workspaceId, ...erased })));
    return { messages: ofAgents.reduce((sum, { messages }) => sum + messages, 0) };
  }

  private async eraseResponses({ workspaceId, conversationIds }: Erasure): Promise<void> {
    const replies = await this.replies.listIds(workspaceId, conversationIds);
    const notes = await this.notes.listIds(workspaceId, conversationIds);
    await this.responses.eraseAll([...replies, ...notes]);
  }
}
