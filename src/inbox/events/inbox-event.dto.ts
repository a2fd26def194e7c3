import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import { Flag, OneOf } from '../../common/validation/plain-fields';
import { ConversationDto } from '../conversations/conversation.dto';
import { LabelDto } from '../labels/label.dto';
import { ConversationMessageDto } from '../messages/message.dto';
import { ERASURE_REASONS, MOST_ERASED_IN_EVENT } from '../../conversations/conversation-event.types';
import {
  INBOX_EVENT_TYPES,
  type InboxEventType,
  PRESENCE,
  PRESENCE_STATES,
  type PresenceState,
  TYPING,
} from '../../conversations/inbox-event.types';
import { EVENT_POSITION } from '../../common/event-types/event-position';

export class StreamInboxEventsQuery {
  @ApiPropertyOptional({
    type: String,
    description:
      'The id of the last event that you have. The stream starts with the events after it. The header `Last-Event-ID`, ' +
      'which browsers send when they reconnect, takes precedence. Default: only events from now on.',
    pattern: EVENT_POSITION.source,
    maxLength: 51,
    example: '1768469400000_748213_9921',
  })
  @IsOptional()
  @Matches(EVENT_POSITION, { message: 'must be the id of an event of this stream' })
  after?: string;
}

/** The `data` of one event. */
export class InboxEventDto {
  @ApiProperty({ enum: [...INBOX_EVENT_TYPES, TYPING, PRESENCE] })
  type: InboxEventType | typeof TYPING | typeof PRESENCE;
  /**
   * null for `conversation.erased` and for an event of a label.
   * @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f"
   */
  conversationId: string | null;
  /** @example "01995a3e-4c1f-7d5e-9a51-7a2b3c4d5e6f" */
  messageId: string | null;
  /**
   * null for an event of a label.
   * @example "01995a3e-4c1f-7d5e-9a51-6a2b3c4d5e6f"
   */
  agentId: string | null;
  /**
   * The label that was updated or removed.
   * @example null
   */
  labelId: string | null;
  /**
   * The member who is typing, or has the conversation on their screen.
   * @example null
   */
  memberId: string | null;
  /**
   * Whether they are still typing. null for any other event.
   * @example null
   */
  typing: boolean | null;
  /**
   * What the member does with the conversation. It holds for 30 seconds unless it is sent again. null for any other event than
   * `conversation.presence`.
   */
  @ApiProperty({ type: String, enum: [...PRESENCE_STATES, null], nullable: true, example: null })
  state: PresenceState | null;
  /**
   * The support request that the event is about.
   * @example null
   */
  supportRequestId: string | null;
  /**
   * The milestone whose target is or soon will be exceeded, such as `first_response`. null for any other event.
   * @example null
   */
  milestone: string | null;
  /** @example "2026-01-15T09:30:00.000Z" */
  createdAt: string;
  /** Only in `conversation.erased`: the conversations of the agent that are gone. */
  @ApiPropertyOptional({
    type: [String],
    maxItems: MOST_ERASED_IN_EVENT,
    example: ['01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f'],
  })
  conversationIds?: string[];
  /** Only in `conversation.erased`. */
  @ApiPropertyOptional({ enum: ERASURE_REASONS, example: 'erasure' })
  reason?: (typeof ERASURE_REASONS)[number];
  /** As it is now. null for `conversation.typing` and `conversation.presence`, for `conversation.erased` and for an event of a label. */
  conversation: ConversationDto | null;
  /** As it is now. null if the event is not about a message. Read notes with `listInboxNotes`. */
  message: ConversationMessageDto | null;
  /** As it is now. null if the event is not about a label, or the label was removed. */
  label: LabelDto | null;
}

export class SetTypingInput {
  /** Whether you are writing a reply. Send it again every few seconds while you are. */
  @Flag()
  typing: boolean;
}

export class TypingDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  conversationId: string;
  /** @example true */
  typing: boolean;
}

export class SetConversationPresenceInput {
  /** Send it again every 20 seconds while the conversation is on your screen, every few while you type, and `left` at the end. */
  @OneOf(PRESENCE_STATES)
  state: PresenceState;
}

export class ConversationPresenceDto {
  /** @example "01995a3e-4c1f-7d5e-9a51-0a2b3c4d5e6f" */
  conversationId: string;
  @ApiProperty({ enum: PRESENCE_STATES })
  state: PresenceState;
}
