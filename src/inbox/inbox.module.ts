import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AgentsModule } from '../agents/agents.module';
import { OwnsTables } from '../common/database/table-owner';
import { PreferencesModule } from '../preferences/preferences.module';
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
import { MessagePath } from './replies/message-path';
import { RepliesController } from './replies/replies.controller';
import { RepliesRepository } from './replies/replies.repository';
import { RepliesService } from './replies/replies.service';
import { ReplyChangesService } from './replies/reply-changes.service';
import { ReplyDispatch } from './replies/reply-dispatch';
import { ReplyEvidenceService } from './replies/reply-evidence.service';
import { ReplyJobsRepository } from './replies/reply-jobs.repository';
import { ReplyMailPort } from './replies/reply-mail.port';
import { ReplyOutcomesService } from './replies/reply-outcomes.service';
import { ReplyRecovery } from './replies/reply-recovery';
import { ReplyRevision } from './replies/reply-revision.entity';
import { Reply } from './replies/reply.entity';

@OwnsTables(
  'conversation_participants',
  'conversations',
  'inbox_events',
  'message_attachments',
  'messages',
  'replies',
  'reply_revisions',
)
@Module({
  imports: [
    AgentsModule,
    PreferencesModule,
    TypeOrmModule.forFeature([Conversation, InboxEvent, Message, Reply, ReplyRevision]),
  ],
  controllers: [RepliesController],
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
    MessagePath,
    RepliesRepository,
    RepliesService,
    ReplyChangesService,
    ReplyDispatch,
    ReplyEvidenceService,
    ReplyJobsRepository,
    ReplyMailPort,
    ReplyOutcomesService,
    ReplyRecovery,
  ],
  exports: [
    ChatConversationsService,
    ContactConversationsService,
    ConversationsService,
    InboxEventsService,
    MailConversationsService,
    ReplyEvidenceService,
    ReplyMailPort,
  ],
})
export class InboxModule {}
