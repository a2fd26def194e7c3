import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AgentsModule } from '../../agents/agents.module';
import { ConversationsModule } from '../../conversations/conversations.module';
import { FilesModule } from '../../files/files.module';
import { PreferencesModule } from '../../preferences/preferences.module';
import { InboxConversationsModule } from '../conversations/inbox-conversations.module';
import { MessagesModule } from '../messages/messages.module';
import { InboxNotesModule } from '../notes/inbox-notes.module';
import { SavedRepliesModule } from '../saved-replies/saved-replies.module';
import { MessagePath } from './message-path';
import { RepliesController } from './replies.controller';
import { RepliesRepository } from './replies.repository';
import { RepliesService } from './replies.service';
import { ReplyClosingService } from './reply-closing.service';
import { ReplyDispatch } from './reply-dispatch';
import { ReplyEvidenceService } from './reply-evidence.service';
import { ReplyLifecycle } from './reply-lifecycle.service';
import { ReplyRecovery } from './reply-recovery';
import { Reply, ReplyRevision } from './reply.entity';
import { SeenMessages } from './seen-messages.service';

@Module({
  imports: [
    AgentsModule,
    ConversationsModule,
    FilesModule,
    InboxConversationsModule,
    MessagesModule,
    InboxNotesModule,
    PreferencesModule,
    SavedRepliesModule,
    TypeOrmModule.forFeature([Reply, ReplyRevision]),
  ],
  controllers: [RepliesController],
  providers: [
    MessagePath,
    RepliesRepository,
    RepliesService,
    ReplyClosingService,
    ReplyDispatch,
    ReplyEvidenceService,
    ReplyLifecycle,
    ReplyRecovery,
    SeenMessages,
  ],
  exports: [ReplyClosingService, ReplyEvidenceService],
})
export class RepliesModule {}
