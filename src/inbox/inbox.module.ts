import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { INBOX_MIGRATIONS } from '../../migrations/inbox';
import { AgentsModule } from '../agents/agents.module';
import { Feature } from '../common/feature/feature.decorator';
import { INBOX_TABLES } from './inbox.tables';
import { PreferencesModule } from '../preferences/preferences.module';
import { WorkspacesModule } from '../workspaces/workspaces.module';
import { AssignmentsService } from './assignments/assignments.service';
import { AttachmentPath } from './attachments/attachment-path';
import { AttachmentsController } from './attachments/attachments.controller';
import { AttachmentsRepository } from './attachments/attachments.repository';
import { AttachmentsService } from './attachments/attachments.service';
import { ChatConversationsService } from '../conversations/chat-conversations.service';
import { ContactConversationsService } from '../conversations/contact-conversations.service';
import { OldConversationsRepository } from '../conversations/old-conversations.repository';
import { OldConversationsService } from '../conversations/old-conversations.service';
import { ConversationListsRepository } from './conversations/conversation-lists.repository';
import { ConversationPath } from './conversations/conversation-path';
import { ConversationRead } from './conversation-read.entity';
import { ConversationReadsRepository } from './conversations/conversation-reads.repository';
import { Conversation } from '../conversations/conversation.entity';
import { ConversationsEraser } from '../conversations/conversations-eraser';
import { ConversationsController } from './conversations/conversations.controller';
import { ConversationSearchRepository } from './conversations/conversation-search.repository';
import { ConversationsRepository } from '../conversations/conversations.repository';
import { ConversationsService } from './conversations/conversations.service';
import { InboxEvent } from './events/inbox-event.entity';
import { InboxEventsRepository } from './events/settled-events.repository';
import { InboxEventsService } from '../conversations/inbox-events.service';
import { InboxFeed } from './events/inbox-feed';
import { InboxFeedService } from './events/inbox-feed.service';
import { InboxStreamsController } from './events/inbox-streams.controller';
import { InboxStreamsService } from './events/inbox-streams.service';
import { TypingService } from './events/typing.service';
import { ConversationLabel } from './labels/conversation-label.entity';
import { ConversationLabelsController } from './labels/conversation-labels.controller';
import { ConversationLabelsRepository } from './labels/conversation-labels.repository';
import { ConversationLabelsService } from './labels/conversation-labels.service';
import { LabelPath } from './labels/label-path';
import { Label } from './labels/label.entity';
import { LabelsController } from './labels/labels.controller';
import { LabelsRepository } from './labels/labels.repository';
import { LabelsService } from './labels/labels.service';
import { ConversationLink } from './links/conversation-link.entity';
import { ConversationLinksController } from './links/conversation-links.controller';
import { ConversationLinksRepository } from './links/conversation-links.repository';
import { ConversationLinksService } from './links/conversation-links.service';
import { LinkPath } from './links/link-path';
import { LinkedConversationsController } from './links/linked-conversations.controller';
import { MailConversationsRepository } from '../conversations/mail-conversations.repository';
import { MailConversationsService } from '../conversations/mail-conversations.service';
import { Message } from '../conversations/message.entity';
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
import { ReplyOutcomesService } from './replies/reply-outcomes.service';
import { ReplyRecovery } from './replies/reply-recovery';
import { ReplyRevision } from './replies/reply-revision.entity';
import { Reply } from './replies/reply.entity';
import { VisitorConversationsRepository } from '../conversations/visitor-conversations.repository';
import { VisitorConversationsService } from '../conversations/visitor-conversations.service';
import { TranscriptsRepository } from './transcripts/transcripts.repository';
import { TranscriptsService } from './transcripts/transcripts.service';

@Feature({ name: 'inbox', tables: INBOX_TABLES, migrations: INBOX_MIGRATIONS })
@Module({
  imports: [
    AgentsModule,
    PreferencesModule,
    TypeOrmModule.forFeature([
      Conversation,
      ConversationLabel,
      ConversationLink,
      ConversationRead,
      InboxEvent,
      InboxNote,
      Label,
      Message,
      Reply,
      ReplyRevision,
    ]),
    WorkspacesModule,
  ],
  // Events before conversations, whose :conversationId would take their path.
  controllers: [
    InboxStreamsController,
    AttachmentsController,
    ConversationLabelsController,
    ConversationLinksController,
    ConversationsController,
    InboxNotesController,
    LabelsController,
    LinkedConversationsController,
    MessagesController,
    RepliesController,
  ],
  providers: [
    AssignmentsService,
    AttachmentPath,
    AttachmentsRepository,
    AttachmentsService,
    ChatConversationsService,
    ContactConversationsService,
    OldConversationsRepository,
    OldConversationsService,
    ConversationLabelsRepository,
    ConversationLabelsService,
    ConversationLinksRepository,
    ConversationLinksService,
    ConversationListsRepository,
    ConversationPath,
    ConversationReadsRepository,
    ConversationSearchRepository,
    ConversationsEraser,
    ConversationsRepository,
    ConversationsService,
    InboxEventsRepository,
    InboxEventsService,
    InboxFeed,
    InboxFeedService,
    InboxStreamsService,
    InboxNotesRepository,
    InboxNotesService,
    LabelPath,
    LabelsRepository,
    LabelsService,
    LinkPath,
    MailConversationsRepository,
    MailConversationsService,
    MessagePath,
    RepliesRepository,
    RepliesService,
    ReplyChangesService,
    ReplyDispatch,
    ReplyEvidenceService,
    ReplyJobsRepository,
    ReplyOutcomesService,
    ReplyRecovery,
    MessagesRepository,
    MessagesService,
    TypingService,
    TranscriptsRepository,
    TranscriptsService,
    VisitorConversationsRepository,
    VisitorConversationsService,
  ],
  exports: [
    AssignmentsService,
    ChatConversationsService,
    ContactConversationsService,
    OldConversationsService,
    ConversationsService,
    InboxEventsService,
    MailConversationsService,
    MessagesService,
    ReplyEvidenceService,
    TranscriptsService,
    InboxFeedService,
    VisitorConversationsService,
  ],
})
export class InboxModule {}
