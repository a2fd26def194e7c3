import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { VISITOR_MIGRATIONS } from '../../migrations/visitor';
import { AgentsModule } from '../agents/agents.module';
import { ChatModule } from '../chat/chat.module';
import { Feature } from '../common/feature/feature.decorator';
import { VISITOR_TABLES } from './visitor.tables';
import { ContactsModule } from '../contacts/contacts.module';
import { EmailModule } from '../email/email.module';
import { ErasureModule } from '../erasure/erasure.module';
import { ConversationsModule } from '../conversations/conversations.module';
import { FilesModule } from '../files/files.module';
import { InboxEventsModule } from '../inbox/events/inbox-events.module';
import { WorkspacesModule } from '../workspaces/workspaces.module';
import { IDENTITY_KEY_EVENTS } from './identity/identity-key-event.types';
import { AttachmentsModule } from '../inbox/attachments/attachments.module';
import { VisitorAgentsModule } from './agents/visitor-agents.module';
import { VisitorAttachmentPath } from './attachments/visitor-attachment-path';
import { VisitorAttachmentsController } from './attachments/visitor-attachments.controller';
import { VisitorAttachmentsService } from './attachments/visitor-attachments.service';
import { VisitorClaimsController } from './claims/visitor-claims.controller';
import { VisitorClaimsService } from './claims/visitor-claims.service';
import { OwnConversationPath } from './conversations/own-conversation-path';
import { OwnConversationsController } from './conversations/own-conversations.controller';
import { OwnConversationsService } from './conversations/own-conversations.service';
import { PeopleService } from './conversations/people.service';
import { VisitorEventsController } from './events/visitor-events.controller';
import { VisitorFeed } from './events/visitor-feed';
import { VisitorStreamsService } from './events/visitor-streams.service';
import { VisitorFilesController } from './files/visitor-files.controller';
import { VisitorFilesService } from './files/visitor-files.service';
import { VisitorMailStop } from './mails/visitor-mail-stop.entity';
import { VisitorMailStopsService } from './mails/visitor-mail-stops.service';
import { VisitorMailing } from './mails/visitor-mailing';
import { VisitorMailsController } from './mails/visitor-mails.controller';
import { VisitorMailStopKey } from './mails/visitor-mail-stop-key.entity';
import { VisitorMailStopKeysRepository } from './mails/visitor-mail-stop-keys.repository';
import { VisitorMailStopKeysService } from './mails/visitor-mail-stop-keys.service';
import { VisitorMailsRepository } from './mails/visitor-mails.repository';
import { IdentityKeysModule } from './identity/identity-keys.module';
import { ScannedFiles } from './messages/scanned-files';
import { VisitorMessagesController } from './messages/visitor-messages.controller';
import { VisitorMessagesService } from './messages/visitor-messages.service';
import { VisitorTurnsService } from './messages/visitor-turns.service';
import { VisitorSessionsModule } from './sessions/visitor-sessions.module';
import { VisitorSitesModule } from './sites/visitor-sites.module';
import { VisitorLimitsModule } from './visitor-limits.module';
import { VisitsController } from './visits/visits.controller';
import { VisitsService } from './visits/visits.service';

@Feature({ name: 'visitor', tables: VISITOR_TABLES, migrations: VISITOR_MIGRATIONS, events: IDENTITY_KEY_EVENTS })
@Module({
  imports: [
    TypeOrmModule.forFeature([VisitorMailStop, VisitorMailStopKey]),
    AgentsModule,
    AttachmentsModule,
    ChatModule,
    ContactsModule,
    EmailModule,
    ErasureModule,
    ConversationsModule,
    FilesModule,
    InboxEventsModule,
    WorkspacesModule,
    VisitorAgentsModule,
    IdentityKeysModule,
    VisitorLimitsModule,
    VisitorSessionsModule,
    VisitorSitesModule,
  ],
  controllers: [
    OwnConversationsController,
    VisitorAttachmentsController,
    VisitorClaimsController,
    VisitorEventsController,
    VisitorFilesController,
    VisitorMailsController,
    VisitorMessagesController,
    VisitsController,
  ],
  providers: [
    OwnConversationPath,
    OwnConversationsService,
    PeopleService,
    ScannedFiles,
    VisitorAttachmentPath,
    VisitorAttachmentsService,
    VisitorClaimsService,
    VisitorFeed,
    VisitorFilesService,
    VisitorMailStopKeysRepository,
    VisitorMailStopKeysService,
    VisitorMailStopsService,
    VisitorMailing,
    VisitorMailsRepository,
    VisitorMessagesService,
    VisitorTurnsService,
    VisitorStreamsService,
    VisitsService,
  ],
})
export class VisitorModule {}
