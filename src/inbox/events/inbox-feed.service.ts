import { Injectable } from '@nestjs/common';
import { InboxFeed } from './inbox-feed';

/** A sign that a conversation has an event, without the event. */
export interface ConversationSign {
  conversationId: string;
  /** Whether the typing goes on; null: the event is not about typing. */
  typing: boolean | null;
  /** Whether the event names a member: a visitor's own typing does not. */
  byMember: boolean;
}

/** The feed of inbox events for features that read the conversation themselves. */
@Injectable()
export class InboxFeedService {
  constructor(private readonly feed: InboxFeed) {}

  /** Signs of a workspace from now on. Ends with `signal`, when the process stops, and when reading the events fails. */
  async *signs(workspaceId: string, signal: AbortSignal): AsyncGenerator<ConversationSign[]> {
    const queue = await this.feed.subscribe(workspaceId, signal);
    for (let events = await queue.next(); events; events = await queue.next()) {
      yield events.flatMap(({ conversationId, typing, presence, memberId }) => {
        // A member who looks at the conversation does not end the typing of another one.
        const isSign = conversationId !== null && (presence === null || typing);
        return isSign ? [{ conversationId, typing, byMember: memberId !== null }] : [];
      });
    }
  }
}
