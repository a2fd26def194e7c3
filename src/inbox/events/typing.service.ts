import { Injectable } from '@nestjs/common';
import { RateLimiter } from '../../common/rate-limit/rate-limiter';
import type { Member } from '../../common/request/principal';
import { Settings } from '../../config/load-settings';
import { ConversationQueries } from '../../conversations/conversation-queries.service';
import { PRESENCE, type PresenceState, TYPING } from '../../conversations/inbox-event.types';
import { EventLog } from '../../events/event-log.service';

/** A member has the limit of a conversation as many times, in all conversations together. */
const CONVERSATIONS_AT_ONCE = 10;

/**
 * Shows members who is typing or looks at a conversation, by an entry of their streams, because they may be connected to other processes. A stream that
 * continues an earlier one leaves such entries out, and they are deleted after a minute.
 */
@Injectable()
export class TypingService {
  constructor(
    private readonly conversations: ConversationQueries,
    private readonly log: EventLog,
    private readonly limiter: RateLimiter,
    private readonly settings: Settings,
  ) {}

  /** @throws NotFound 404 if the caller does not see the conversation, RateLimited 429 */
  async set(
    member: Member,
    conversationId: string,
    typing: boolean,
  ): Promise<{ conversationId: string; typing: boolean }> {
    const of = await this.counted(member, conversationId);
    await this.log.show({ type: TYPING, ...of, typing });
    return { conversationId: of.conversationId, typing };
  }

  /**
   * Shows what a member does with a conversation, which holds for 30 seconds. The visitor sees typing as that of any person.
   *
   * @throws NotFound 404 if the caller does not see the conversation, RateLimited 429
   */
  async setPresence(
    member: Member,
    conversationId: string,
    state: PresenceState,
  ): Promise<{ conversationId: string; state: PresenceState }> {
    const of = await this.counted(member, conversationId);
    await this.log.show({ type: PRESENCE, ...of, typing: state === 'typing', presence: state });
    return { conversationId: of.conversationId, state };
  }

  private async counted(member: Member, conversationId: string) {
    const { workspaceId, agentId, id } = await this.conversations.require(member, conversationId);
    const { memberId } = member;
    const name = 'LIMIT_TYPING_PER_CONVERSATION';
    const max = this.settings.values[name];
    await this.limiter.consumeAll([
      { name, key: `typing:${memberId}:${id}`, max, windowSeconds: 60 },
      { name, key: `typing:${memberId}`, max: max * CONVERSATIONS_AT_ONCE, windowSeconds: 60 },
    ]);
    return { workspaceId, agentId, conversationId: id, memberId };
  }
}
