import { Injectable } from '@nestjs/common';
import { RateLimiter } from '../../common/rate-limit/rate-limiter';
import type { Member } from '../../common/request/principal';
import { Settings } from '../../config/load-settings';
import { ConversationsRepository } from '../../conversations/conversations.repository';
import { InboxEventsRepository } from './settled-events.repository';
import { TYPING } from '../../conversations/inbox-event.types';

/**
 * Who is writing. Told through the events of the inbox, as the members who should hear of it may be connected to other
 * processes; a stream that goes on from an earlier one leaves it out, and it is deleted after a minute.
 */
@Injectable()
export class TypingService {
  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly events: InboxEventsRepository,
    private readonly limiter: RateLimiter,
    private readonly settings: Settings,
  ) {}

  /** @throws NotFound 404 where the caller does not see the conversation, RateLimited 429 */
  async set(
    member: Member,
    conversationId: string,
    typing: boolean,
  ): Promise<{ conversationId: string; typing: boolean }> {
    const { workspaceId, agentId, id } = await this.conversations.require(member, conversationId);
    const { memberId } = member;
    const name = 'LIMIT_TYPING_PER_CONVERSATION';
    const max = this.settings.values[name];
    await this.limiter.consume({ name, key: `typing:${memberId}:${id}`, max, windowSeconds: 60 });
    await this.events.append([{ workspaceId, agentId, conversationId: id, type: TYPING, memberId, typing }]);
    return { conversationId: id, typing };
  }
}
