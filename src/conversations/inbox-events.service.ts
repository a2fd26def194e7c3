import { Injectable } from '@nestjs/common';
import { OnEvents } from '../common/events/on-events.decorator';
import { ConversationEvent } from './conversation-events';
import { ConversationsRepository } from './conversations.repository';
import { type ConversationHappening, type InboxHappening, TYPING } from './inbox-event.types';

/** The entries of members' streams. An entry is written in the transaction of its change, and streamed once that commits. */
@Injectable()
export class InboxEventsService {
  constructor(private readonly conversations: ConversationsRepository) {}

  @OnEvents([ConversationEvent], { locks: 'additions' })
  log(events: readonly ConversationEvent[]): Promise<void> {
    return this.append(events.flatMap(({ happening }) => happening ?? []));
  }

  async append(entries: readonly InboxHappening[]): Promise<void> {
    if (entries.length > 0) await this.conversations.appendStreamEntries(entries);
  }

  /** Shows members that a member or the visitor types, or has stopped. */
  showTyping(
    who: Pick<ConversationHappening, 'workspaceId' | 'agentId' | 'conversationId' | 'memberId'>,
    typing: boolean,
  ): Promise<void> {
    return this.append([{ ...who, type: TYPING, typing }]);
  }
}
