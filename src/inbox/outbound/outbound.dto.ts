import type { WrittenReply } from '../replies/replies.repository';
import { ConversationDto } from '../conversations/conversation.dto';
import { InboxMessageDto } from '../replies/inbox-message.dto';

/** A conversation that a member has begun, and its first message. */
export interface Begun {
  conversation: ConversationDto;
  written: WrittenReply;
}

/** A conversation that you have begun, and its first message, which is queued as a reply is. */
export class BegunConversationDto {
  conversation: ConversationDto;
  message: InboxMessageDto;

  static from({ conversation, written }: Begun): BegunConversationDto {
    return { conversation, message: InboxMessageDto.from(written) };
  }
}
