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
import { AwaitedFiles } from './awaited-files';
import { DeliveriesRepository } from './deliveries/deliveries.repository';
import { DeliveryDispatch } from './deliveries/delivery-dispatch';
import { DeliveryEraser } from './deliveries/delivery-eraser';
import { DeliveryLifecycle } from './deliveries/delivery-lifecycle.service';
import { DeliveryRecovery } from './deliveries/delivery-recovery';
import { Delivery } from './deliveries/delivery.entity';
import { MessagePath } from './message-path';
import { OutgoingReplies } from './outgoing-replies.service';
import { RepliesController } from './replies.controller';
import { RepliesRepository } from './replies.repository';
import { RepliesService } from './replies.service';
import { ReplyClosingService } from './reply-closing.service';
import { ReplyDispatch } from './reply-dispatch';
import { ReplyEvidenceService } from './reply-evidence.service';
import { ReplyLifecycle } from './reply-lifecycle.service';
import { ReplyRecovery } from './reply-recovery';
import { Reply, ReplyRevision } from './reply.entity';
import { ReplyRecipientsController } from './reply-recipients.controller';
import { ReplyRecipients } from './reply-recipients.service';
import { ReplyWriter } from './reply-writer.service';
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
    TypeOrmModule.forFeature([Delivery, Reply, ReplyRevision]),
  ],
  controllers: [RepliesController, ReplyRecipientsController],
  providers: [
    AwaitedFiles,
    DeliveriesRepository,
    DeliveryDispatch,
    DeliveryEraser,
    DeliveryLifecycle,
    DeliveryRecovery,
    MessagePath,
    OutgoingReplies,
    RepliesRepository,
    RepliesService,
    ReplyClosingService,
    ReplyDispatch,
    ReplyEvidenceService,
    ReplyLifecycle,
    ReplyRecipients,
    ReplyRecovery,
    ReplyWriter,
    SeenMessages,
  ],
  exports: [ReplyClosingService, ReplyEvidenceService, ReplyRecipients, ReplyWriter],
})
export class RepliesModule {}
