import { Injectable } from '@nestjs/common';
import { InboxFeed } from './inbox-feed';

/** Something that has just happened in a conversation: that it did, not what. */
export interface ConversationSign {
  conversationId: string;
  /** Of a member who types, or no longer does; null for everything else. */
  typing: boolean | null;
  /** What a visitor hears nothing of: another visitor's sign, above all. */
  byMember: boolean;
}

/** The feed of inbox events for those who look up themselves what has happened. */
@Injectable()
export class InboxFeedService {
  constructor(private readonly feed: InboxFeed) {}

  /** Signs in a workspace from now on; ends with `signal`, when the process stops, and where the feed has lost its place. */
  async *signs(workspaceId: string, signal: AbortSignal): AsyncGenerator<ConversationSign[]> {
    const queue = await this.feed.subscribe(workspaceId, signal);
    for (let events = await queue.next(); events; events = await queue.next()) {
      yield events.flatMap(({ conversationId, typing, memberId }) =>
        conversationId === null ? [] : [{ conversationId, typing, byMember: memberId !== null }],
      );
    }
  }
}
