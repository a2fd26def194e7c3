import { Injectable } from '@nestjs/common';
import { addFigures, type Eraser, type Erasure, type ErasureSubject } from '../common/erasure/erasure.types';
import { Erasers } from '../common/erasure/erasers';
import { StoredResponses } from '../common/idempotency/stored-responses';
import { ConversationsRepository } from './conversations.repository';
import { InboxNotesRepository } from './notes/inbox-notes.repository';
import { RepliesRepository } from './replies/replies.repository';

/** Conversations with their messages, and the responses that are stored about replies and notes. */
@Injectable()
export class ConversationsEraser implements Eraser {
  readonly step = 'conversations';

  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly replies: RepliesRepository,
    private readonly notes: InboxNotesRepository,
    private readonly responses: StoredResponses,
    erasers: Erasers,
  ) {
    erasers.register({ step: 'contents', erase: (erasure) => this.eraseResponses(erasure) });
    erasers.register(this);
  }

  async count({ workspaceId, conversationIds }: ErasureSubject): Promise<{ messages: number }> {
    return { messages: await this.conversations.countMessages(workspaceId, conversationIds) };
  }

  async erase(erasure: Erasure): Promise<{ messages: number }> {
    let messages = 0;
    for (const of of await this.conversations.delete(erasure.workspaceId, erasure.conversationIds)) {
      addFigures(erasure, of.agentId, { messages: -of.messages, conversations: -of.conversations });
      messages += of.messages;
    }
    return { messages };
  }

  private async eraseResponses({ workspaceId, conversationIds }: Erasure): Promise<void> {
    const replies = await this.replies.listIds(workspaceId, conversationIds);
    const notes = await this.notes.listIds(workspaceId, conversationIds);
    await this.responses.eraseAll([...replies, ...notes]);
  }
}
