import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AgentsModule } from '../agents/agents.module';
import { OwnsTables } from '../common/database/table-owner';
import { PreferencesModule } from '../preferences/preferences.module';
import { WorkspacesModule } from '../workspaces/workspaces.module';
import { ChatConversationsService } from './chat-conversations.service';
import { ContactConversationsService } from './contact-conversations.service';
import { ContactsPort } from './contacts.port';
import { ConversationListsRepository } from './conversation-lists.repository';
import { ConversationPath } from './conversation-path';
import { ConversationRead } from './conversation-read.entity';
import { ConversationReadsRepository } from './conversation-reads.repository';
import { Conversation } from './conversation.entity';
import { ConversationsController } from './conversations.controller';
import { ConversationsRepository } from './conversations.repository';
import { ConversationsService } from './conversations.service';
import { InboxEvent } from './events/inbox-event.entity';
import { InboxEventsRepository } from './events/inbox-events.repository';
import { InboxEventsService } from './events/inbox-events.service';
import { MailConversationsRepository } from './mail-conversations.repository';
import { MailConversationsService } from './mail-conversations.service';
import { Message } from './message.entity';
import { MessagesController } from './messages/messages.controller';
import { MessagesRepository } from './messages/messages.repository';
import { MessagesService } from './messages/messages.service';
import { InboxNote } from './notes/inbox-note.entity';
import { InboxNotesController } from './notes/inbox-notes.controller';
import { InboxNotesRepository } from './notes/inbox-notes.repository';
import { InboxNotesService } from './notes/inbox-notes.service';
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
  'inbox_notes',
  'inbox_reads',
  'message_attachments',
  'messages',
  'replies',
  'reply_revisions',
)
@Module({
  imports: [
    AgentsModule,
    PreferencesModule,
    TypeOrmModule.forFeature([Conversation, ConversationRead, InboxEvent, InboxNote, Message, Reply, ReplyRevision]),
    WorkspacesModule,
  ],
  controllers: [ConversationsController, InboxNotesController, MessagesController, RepliesController],
  providers: [
    ChatConversationsService,
    ContactConversationsService,
    ContactsPort,
    ConversationListsRepository,
    ConversationPath,
    ConversationReadsRepository,
    ConversationsRepository,
    ConversationsService,
    InboxEventsRepository,
    InboxEventsService,
    InboxNotesRepository,
    InboxNotesService,
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
    MessagesRepository,
    MessagesService,
  ],
  exports: [
    ChatConversationsService,
    ContactConversationsService,
    ContactsPort,
    ConversationsService,
    InboxEventsService,
    MailConversationsService,
    ReplyEvidenceService,
    ReplyMailPort,
  ],
})
export class InboxModule {}
