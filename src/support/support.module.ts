import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ConversationsModule } from '../conversations/conversations.module';
import { AssignmentsModule } from '../inbox/assignments/assignments.module';
import { MessagesModule } from '../inbox/messages/messages.module';
import { RepliesModule } from '../inbox/replies/replies.module';
import { WorkspacesModule } from '../workspaces/workspaces.module';
import { AssignedRequests } from './assigned-requests';
import { CustomerRequestsService } from './customer-requests.service';
import { HistoryEntry } from './history-entry.entity';
import { HistoryRepository } from './history.repository';
import { LiveRequestsController } from './live-requests.controller';
import { LiveRequestsService } from './live-requests.service';
import { RequestChangesService } from './request-changes.service';
import { RequestListsRepository } from './request-lists.repository';
import { RequestPath } from './request-path';
import { RequestResumption } from './request-resumption';
import { RequestSnapshotsService } from './request-snapshots.service';
import { SettledReplies } from './settled-replies';
import { SupportRequest } from './support-request.entity';
import { SupportRequestsController } from './support-requests.controller';
import { SupportRequestsEraser } from './support-requests-eraser';
import { SupportRequestsRepository } from './support-requests.repository';
import { SupportRequestsService } from './support-requests.service';
import { SupportTransitionsService } from './support-transitions.service';
import { RequestResource } from './request-resource';

/** Its tables are declared at the module of src/sla. */
@Module({
  imports: [
    AssignmentsModule,
    ConversationsModule,
    MessagesModule,
    RepliesModule,
    TypeOrmModule.forFeature([HistoryEntry, SupportRequest]),
    WorkspacesModule,
  ],
  controllers: [LiveRequestsController, SupportRequestsController],
  providers: [
    RequestResource,
    AssignedRequests,
    CustomerRequestsService,
    HistoryRepository,
    LiveRequestsService,
    RequestChangesService,
    RequestListsRepository,
    RequestPath,
    RequestResumption,
    RequestSnapshotsService,
    SettledReplies,
    SupportRequestsEraser,
    SupportRequestsRepository,
    SupportRequestsService,
    SupportTransitionsService,
  ],
  exports: [CustomerRequestsService, LiveRequestsService, RequestSnapshotsService],
})
export class SupportModule {}
