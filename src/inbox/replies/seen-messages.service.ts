import { Injectable } from '@nestjs/common';
import { ConversationQueries, type ConversationRecord } from '../../conversations/conversation-queries.service';
import { LastMessageDto } from '../conversations/conversation.dto';
import { MessagesService } from '../messages/messages.service';
import { MessageUnknown } from '../conversations/conversations.errors';
import { NewerMessages } from './replies.errors';

/** Messages that a refusal shows, at most. */
const MOST_SHOWN = 20;

/** Keeps two members from answering one customer, and a member from answering what they have not read. */
@Injectable()
export class SeenMessages {
  constructor(
    private readonly conversations: ConversationQueries,
    private readonly messages: MessagesService,
  ) {}

  /**
   * The caller holds the lock of the conversation, so that no one writes between the check and the reply.
   *
   * @throws MessageUnknown 400, NewerMessages 409 if a customer or a member has written after the message or note
   */
  async ensureNewest({ workspaceId, id }: ConversationRecord, seenUpToMessageId: string): Promise<void> {
    if (!(await this.messages.find(workspaceId, id, seenUpToMessageId))) throw new MessageUnknown('/seenUpToMessageId');
    const later = await this.conversations.listWrittenAfter(workspaceId, id, seenUpToMessageId, MOST_SHOWN + 1);
    if (later.length === 0) return;
    const shown = later.slice(0, MOST_SHOWN).map((message) => LastMessageDto.from(message));
    throw new NewerMessages(shown, later.length > MOST_SHOWN);
  }
}
