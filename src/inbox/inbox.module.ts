import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OwnsTables } from '../common/database/table-owner';
import { ChatConversationsService } from './chat-conversations.service';
import { ContactConversationsService } from './contact-conversations.service';
import { ConversationPath } from './conversation-path';
import { Conversation } from './conversation.entity';
import { ConversationsRepository } from './conversations.repository';
import { ConversationsService } from './conversations.service';
import { InboxEvent } from './events/inbox-event.entity';
import { InboxEventsRepository } from './events/inbox-events.repository';
import { InboxEventsService } from './events/inbox-events.service';
import { MailConversationsRepository } from './mail-conversations.repository';
import { MailConversationsService } from './mail-conversations.service';
import { Message } from './message.entity';

@OwnsTables('conversations', 'conversation_participants', 'inbox_events', 'message_attachments', 'messages')
@Module({
  imports: [TypeOrmModule.forFeature([Conversation, InboxEvent, Message])],
  providers: [
    ChatConversationsService,
    ContactConversationsService,
    ConversationPath,
    ConversationsRepository,
    ConversationsService,
    InboxEventsRepository,
    InboxEventsService,
    MailConversationsRepository,
    MailConversationsService,
  ],
  exports: [
    ChatConversationsService,
    ContactConversationsService,
    ConversationsService,
    InboxEventsService,
    MailConversationsService,
  ],
})
export class InboxModule {}
